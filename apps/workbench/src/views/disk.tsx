// The files on disk: what is not saved, what changed in both places, and whether the server answers. Empty if the page has no
// files on disk.
import { unsaved } from '../model/disk';
import type { Props } from './app';

export function DiskBar({ state, actions }: Props) {
  const { disk, source } = state;
  const client = actions.disk;
  if (disk === null || client === null) { return null; }
  if (!client.isOpen()) {
    return (
      <div class="disk row" role="region" aria-label="Files on disk">
        <span class="quiet">Another text is open.</span>
        <button type="button" onClick={() => void client.open()}>Back to {disk.place}</button>
      </div>
    );
  }
  const paths = unsaved(disk, source);
  const conflicts = Object.entries(disk.conflicts);
  const protectedOnes = paths.filter((path) => disk.isReadOnly || disk.seen[path]?.writable === false);
  return (
    <div class="disk" role="region" aria-label="Files on disk">
      <p class="row">
        <span class="grow" aria-live="polite">{paths.length === 0 ? 'Saved on disk.' : `Not saved: ${paths.join(', ')}`}</span>
        <button type="button" disabled={paths.length === 0 || disk.isSaving || conflicts.length > 0} onClick={() => void client.save()}>Save on disk</button>
      </p>
      {disk.server !== 'there' && (
        <p class="row bad" role="alert">
          <span class="grow">{disk.server === 'away' ? 'The server does not answer.' : 'Another run of the server refuses this page.'} The text is kept here.</span>
          <button type="button" onClick={() => actions.download()}>Save as download</button>
        </p>
      )}
      {conflicts.map(([path, theirs]) => (
        <p key={path} class="row bad" role="alert">
          <span class="grow">{path} {theirs === null ? 'was deleted on disk' : 'has changed on disk and here'}.</span>
          <button type="button" onClick={() => client.decide(path, 'disk')}>{theirs === null ? 'Delete it here' : 'Take that of the disk'}</button>
          <button type="button" onClick={() => client.decide(path, 'mine')}>Keep mine</button>
        </p>
      ))}
      {protectedOnes.length > 0 && <p class="note">Write-protected: {protectedOnes.join(', ')}. Save as download keeps a copy. <button type="button" class="link" onClick={() => actions.download()}>Save as download</button></p>}
      {disk.leftOut.map(({ name, why }) => <p key={name} class="note">{name} is not open: {why}.</p>)}
    </div>
  );
}
