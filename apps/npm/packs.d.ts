/** The shipped packs, as texts: `engine.compile(packs.files, { name: packs.names.rogue })`. */
export const packs: {
  /** The name to compile of each pack. */
  readonly names: Readonly<Record<string, string>>;
  /** All files by their paths. */
  readonly files: Readonly<Record<string, string>>;
};
