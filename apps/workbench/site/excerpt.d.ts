export function edited(text: string, changes: string): string;
export function wholePack(text: string, isFragment: boolean, base: string | null): string;
