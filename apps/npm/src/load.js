// Finds and compiles the module: from the package's own file, or from what the caller has.
import { misuse } from './errors.js';

/** Returns the compiled module; `source` is a WebAssembly.Module, its bytes, a Response, or an address. */
export async function loadModule(source = new URL('../spoils.wasm', import.meta.url)) {
  source = await source;
  if (source instanceof WebAssembly.Module) { return source; }
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) { return WebAssembly.compile(source); }
  if (typeof Response === 'function' && source instanceof Response) { return compileResponse(source); }
  if (!(source instanceof URL) && typeof source !== 'string') {
    throw misuse('`wasm` is no address, no bytes, no Response and no WebAssembly.Module');
  }
  const address = source instanceof URL ? source : new URL(source, globalThis.location?.href ?? import.meta.url);
  if (address.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(address));
  }
  return compileResponse(await fetch(address));
}

async function compileResponse(response) {
  if (!response.ok) { throw misuse(`${response.url} cannot be read: ${response.status} ${response.statusText}`); }
  // Compiling while it arrives needs the type; servers that do not know it are common.
  if (response.headers.get('content-type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
