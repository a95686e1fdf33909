// The bar: open, save, link; and the notice, which screen readers say.
import { useRef } from 'preact/hooks';
import type { Props } from './app';
import type { FolderInput } from './parts';

export function Bar({ state, actions }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const asFolder: FolderInput = { webkitdirectory: true };
  // In place where the browser can.
  const pick = async (what: 'files' | 'folder') => {
    if (!await actions.inPlace.pick(what)) { (what === 'files' ? chooser : folder).current?.click(); }
  };
  const open = (event: Event) => {
    const select = event.currentTarget as HTMLSelectElement;
    const { value } = select;
    select.value = '';
    if (value === '-example') { actions.openExample(); } else if (value === '-file') { void pick('files'); } else if (value === '-folder') { void pick('folder'); } else if (value.startsWith('-draft ')) { void actions.openDraft(value.slice(7)); } else if (value !== '') { void actions.openShipped(value); }
  };
  const chosen = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    void actions.openFiles([...(input.files ?? [])]).then(() => { input.value = ''; });
  };
  return (
    <header>
      <h1><img src="icon.svg" alt="" width="24" height="24" /> Spoils <span>workbench</span></h1>
      <select aria-label="Open a pack" value="" onChange={open}>
        <option value="">Open…</option>
        <option value="-file">Files from this computer</option>
        <option value="-folder">A folder from this computer</option>
        <option value="-example">An example of ten lines</option>
        {state.drafts.length > 0 && (
          <optgroup label="Drafts">
            {state.drafts.map(({ id, title }) => <option key={id} value={`-draft ${id}`}>{title}</option>)}
          </optgroup>
        )}
        <optgroup label="Shipped packs">
          {state.shippedNames.map((name) => <option key={name} value={name}>{name}</option>)}
        </optgroup>
      </select>
      <input ref={chooser} type="file" accept=".loot" multiple hidden onChange={chosen} aria-label="Files of a pack" />
      <input ref={folder} type="file" {...asFolder} hidden onChange={chosen} aria-label="Folder of a pack" />
      <button type="button" onClick={() => actions.save()}>Save file</button>
      <button type="button" onClick={() => void actions.share()}>Copy link</button>
      <div class="notice-place" role="status" aria-live="polite">
        {state.notice !== null && (
          <p class={state.notice.isError ? 'notice bad' : 'notice'}>
            {state.notice.text}
            <button type="button" aria-label="Close the message" onClick={() => actions.dismiss()}>×</button>
          </p>
        )}
      </div>
    </header>
  );
}
