export function escaped(text: string): string;
export function slug(heading: string): string;
export function buildSite(folder: string, options: { spoils: string; books: readonly string[] | null }): Promise<void>;
