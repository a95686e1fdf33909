// The client: starts `spoils lsp` and passes its settings on. All else is done by the server.
import { commands, ExtensionContext, window, workspace } from 'vscode';
import { LanguageClient, LanguageClientOptions, ServerOptions } from 'vscode-languageclient/node';

let client: LanguageClient | undefined;

function settings(): { inputs: object; search: string[] } {
  const config = workspace.getConfiguration('spoils');
  return { inputs: config.get<object>('inputs', {}), search: config.get<string[]>('search', []) };
}

async function start(): Promise<void> {
  const command = workspace.getConfiguration('spoils').get<string>('path', 'spoils') || 'spoils';
  const server: ServerOptions = { command, args: ['lsp'] };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: 'loot' }],
    initializationOptions: settings(),
    synchronize: { fileEvents: workspace.createFileSystemWatcher('**/*.loot') },
  };
  client = new LanguageClient('spoils', 'Spoils', server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const why = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(`Spoils: cannot start \`${command} lsp\` (${why}). The setting spoils.path names the program.`);
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand('spoils.restart', async () => {
      await stop();
      await start();
    }),
    workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('spoils.path') || event.affectsConfiguration('spoils.search')) {
        await stop();
        await start();
      } else if (event.affectsConfiguration('spoils.inputs')) {
        await client?.sendNotification('workspace/didChangeConfiguration', { settings: { spoils: settings() } });
      }
    }),
  );
  await start();
}

export function deactivate(): Promise<void> {
  return stop();
}
