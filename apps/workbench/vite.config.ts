// The build: relative addresses, so that dist/ works in any folder of any server, and the service worker, which needs
// the names of all files that the build made. test/page/hostile.test.ts pins both.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** Writes sw.js: src/offline.js with the list of files and a version that changes with any of them. */
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = [...Object.keys(bundle), 'icon.svg'].filter((file) => !file.endsWith('.map')).sort();
        const hash = createHash('sha256');
        for (const file of files) {
          const made = bundle[file];
          hash.update(file).update(made === undefined ? readFileSync(`public/${file}`) : made.type === 'chunk' ? made.code : made.source);
        }
        const source = readFileSync('src/offline.js', 'utf8')
          .replace('__VERSION__', hash.digest('hex').slice(0, 16))
          .replace('["__FILES__"]', JSON.stringify(['./', ...files.filter((file) => file !== 'index.html')]));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [offline()],
  worker: { format: 'es' },
  optimizeDeps: { exclude: ['spoils'] },
  build: {
    target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0,
    rollupOptions: {
      // The examples of the site are a script of their own, whose name pages know.
      input: { index: 'index.html', examples: 'src/site/examples.tsx' },
      output: { entryFileNames: ({ name }) => name === 'examples' ? 'examples.js' : 'assets/[name]-[hash].js' },
    },
  },
  // A machine of CI may be ten times slower than that of a developer: a test waits for what it wants, and seldom fails by time.
  test: { testTimeout: 180_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000, interval: 100 } } },
} as Parameters<typeof defineConfig>[0]);
