// The functions of WASI that the module imports. It needs the clock; everything else is refused, as on a machine
// without files.

const kBadFile = 8;
const kNotSupported = 52;

const milliseconds = typeof performance === 'object' ? () => performance.now() : () => Date.now();

/** Returns the imports of `module`, whose memory `memory()` gives. */
export function importsOf(module, memory) {
  const known = {
    clock_time_get(_clock, _precision, out) {
      new DataView(memory().buffer).setBigUint64(out, BigInt(Math.round(milliseconds() * 1e6)), true);
      return 0;
    },
    fd_prestat_get: () => kBadFile,
    fd_write: () => kBadFile,
    proc_exit(code) {
      throw new WebAssembly.RuntimeError(`the module ended with code ${code}`);
    },
  };
  const out = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    out[from] ??= {};
    out[from][name] = known[name] ?? (() => kNotSupported);
  }
  return out;
}
