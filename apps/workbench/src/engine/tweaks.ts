// Keeps the last tweaked roll in the worker, so that one edit more costs one edit, and undo costs nothing. Edits that do not
// apply are left out and reported: the text, the inputs or the seed may have changed since they were made.
import type { Pack, Tweaker } from 'spoils';
import type { TweakBase, TweakReply } from './protocol';

interface Kept {
  readonly pack: Pack;
  readonly key: string;
  readonly tweaker: Tweaker;
  /** The wanted edits so far; with `why` one that was refused. */
  readonly edits: { readonly text: string; readonly why: string | null }[];
}

export class Tweaks {
  #kept: Kept | null = null;

  /** The roll after those of the edits that apply. The tweaker is valid until the next call. */
  of(pack: Pack, base: TweakBase): { tweaker: Tweaker; refused: TweakReply['refused'] } {
    const { rule, inputs, seed, index } = base;
    const key = JSON.stringify([rule, inputs, seed, index]);
    try {
      if (this.#kept === null || this.#kept.pack !== pack || this.#kept.key !== key) {
        this.#drop();
        const roller = pack.roller(rule, inputs);
        try {
          this.#kept = { pack, key, tweaker: roller.tweaker(seed, index), edits: [] };
        } finally {
          roller.dispose();
        }
      }
      return { tweaker: this.#kept.tweaker, refused: this.#follow(this.#kept, base.edits) };
    } catch (error) {
      this.#drop(); // a module that was made anew has lost the tweaker
      throw error;
    }
  }

  #follow({ tweaker, edits }: Kept, wanted: readonly string[]): TweakReply['refused'] {
    let same = 0;
    while (same < edits.length && same < wanted.length && edits[same]!.text === wanted[same]) { ++same; }
    while (edits.length > same) {
      if (edits.pop()!.why === null) { tweaker.undo(); }
    }
    for (const text of wanted.slice(same)) {
      let why: string | null = null;
      try {
        tweaker.apply(text);
      } catch (error) {
        const { code, message, help = '' } = error as { code?: string; message: string; help?: string };
        if (code === undefined || code === 'trap' || code === 'misuse') { throw error; }
        why = help === '' ? message : `${message} (${help})`;
      }
      edits.push({ text, why });
    }
    return edits.flatMap(({ why }, at) => why === null ? [] : [{ at, why }]);
  }

  #drop(): void {
    this.#kept?.tweaker.dispose();
    this.#kept = null;
  }
}
