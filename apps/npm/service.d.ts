// The types of the language service; index.d.ts exports them.
import type { Text } from './index.js';

/** A message of a server of the Language Server Protocol: an answer, a notification or a request. */
export interface ServiceMessage {
  readonly jsonrpc: '2.0';
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: any;
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

/**
 * Answers about texts that are being written, as completion, hover, rename, findings with their edits, odds of rows: a
 * server of the Language Server Protocol 3.17 in this thread, the one that `spoils lsp` runs. docs/editors.md lists its
 * methods. Addresses are `file:///` and a path; nothing is read from the disk. `initialize` comes first. A service is
 * lost when the module is made anew: then each call throws a SpoilsError, and a client makes another.
 */
export class LanguageService {
  private constructor();
  /** Whether it ended with its module. */
  readonly isLost: boolean;
  /** Sends a request; returns its result. Throws a SpoilsError (`bad_value`) if the server refuses it. */
  request(method: string, params?: object): any;
  /** Sends a notification, as `textDocument/didOpen`; returns what the server sends in return. */
  notify(method: string, params?: object): readonly ServiceMessage[];
  /** Passes any message of a client; returns the messages of the server, the answer to a request last. */
  message(message: object): readonly ServiceMessage[];
  /** The same as JSON. */
  messageJson(message: Text): string;
  /**
   * Compiles a pack whose text has changed, and returns its findings as messages: to be called when no message has come
   * for a moment, until there are none. Not needed by clients that ask for `textDocument/diagnostic`.
   */
  work(): readonly ServiceMessage[];
  dispose(): void;
}
