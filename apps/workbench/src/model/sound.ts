// Which text the tabs answer for. A text that compiles is asked at once; the proof of its quantities takes longer. If that finds
// errors, the program would refuse the pack: the tabs go back to the last text without errors, and until a proof succeeds
// each new text waits for its own. test/unit/sound.test.ts.
import type { Finding } from 'spoils';
import type { State } from './state';

type Good = State['good'];

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'error');
}

export class Soundness {
  #sound: Good = null;
  #isSuspect = false;

  /** Whether a text that compiles must wait for its proof. */
  get isSuspect(): boolean {
    return this.#isSuspect;
  }

  /** The proof of a text has ended. Returns what the tabs answer for; `null`: nothing. */
  proved(good: Good, findings: readonly Finding[]): Good {
    this.#isSuspect = hasErrors(findings);
    if (!this.#isSuspect) { this.#sound = good; }
    return this.#sound;
  }

  /** Another pack was opened. */
  forget(): void {
    this.#sound = null;
    this.#isSuspect = false;
  }
}
