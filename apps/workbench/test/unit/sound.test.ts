// A text whose quantities have errors is not asked.
import type { Finding } from 'spoils';
import { expect, test } from 'vitest';
import { Soundness } from '../../src/model/sound';
import type { State } from '../../src/model/state';

const text = (name: string) => ({ source: { name, files: {} }, pack: {} }) as unknown as NonNullable<State['good']>;
const finding = (severity: string) => ({ severity }) as Finding;

test('after errors the tabs go back to the last text without any, and each text waits for its proof', () => {
  const [first, broken, mended] = [text('first'), text('broken'), text('mended')];
  const soundness = new Soundness();
  expect(soundness.isSuspect).toBe(false);
  expect(soundness.proved(first, [finding('warning')])).toBe(first);
  expect(soundness.proved(broken, [finding('warning'), finding('error')])).toBe(first);
  expect(soundness.isSuspect).toBe(true);
  expect(soundness.proved(mended, [])).toBe(mended);
  expect(soundness.isSuspect).toBe(false);
});

test('a pack that begins with errors has no answers, and another one begins anew', () => {
  const soundness = new Soundness();
  expect(soundness.proved(text('broken'), [finding('error')])).toBeNull();
  soundness.forget();
  expect(soundness.isSuspect).toBe(false);
  soundness.proved(text('first'), []);
  soundness.forget();
  expect(soundness.proved(text('broken'), [finding('error')])).toBeNull();
});
