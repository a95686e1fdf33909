// All that a person can do, as functions that change the state. Views call these and nothing else.
import type { Expectation, Finding } from 'spoils';
import type { Helper } from '../editor/help';
import { call, stop } from '../engine/engine';
import type { Source, Step } from '../engine/protocol';
import { pathOf, placeOf } from '../model/language';
import { isLink, kLongestLink, toFragment, type Shared } from '../model/link';
import { withEdit } from '../model/places';
import { splitBy } from '../model/settings';
import { isSameSource } from '../model/source';
import { exampleSource, type Asked, type State, type Store, type Tab } from '../model/state';
import { isReplaced, kRollsShown, sayError, type Asker } from './ask';
import { Language } from './language';
import { Simulator } from './simulate';
import { Tweaks } from './tweaks';
import { Comparer } from './compare';
import type { Disk } from './disk';
import { chosenSource, download, ofInput } from './files';
import { InPlace } from './inplace';

// Of all questions of a book: some seconds.
const kPathsOfBook = 20_000_000;

/** A roll that shows that an expectation is broken. */
export type Witness = NonNullable<Expectation['roll']>;

export class Actions {
  #store: Store;
  #asker: Asker;
  readonly tweaks: Tweaks;
  /** The files on disk; `null`: no program keeps any. */
  disk: Disk | null = null;
  readonly simulator: Simulator;
  readonly comparer: Comparer;
  readonly language: Language;
  readonly inPlace: InPlace;
  /** Opens a draft; the keeper of drafts sets it. */
  openDraft: (id: string) => Promise<void> = async () => undefined;
  /** Moves the cursor of the editor; the view of the editor sets it. */
  goTo: (line: number, column: number) => void = () => undefined;

  constructor(store: Store, asker: Asker) {
    this.#store = store;
    this.#asker = asker;
    this.tweaks = new Tweaks(store, (text) => this.say(text, true));
    asker.tweaks = this.tweaks;
    this.comparer = new Comparer(store, (text) => this.say(text, true));
    this.comparer.refresh = () => asker.refresh();
    asker.comparer = this.comparer;
    this.simulator = new Simulator(store);
    this.language = new Language(store);
    this.inPlace = new InPlace(store, this);
  }

  say(text: string, isError = false): void {
    this.#store.set({ notice: { text, isError } });
  }

  dismiss(): void {
    this.#store.set({ notice: null });
  }

  /** Opens a text in place of the one that is open. */
  open(origin: string, source: Source, more: Partial<State> = {}): void {
    this.#asker.forget();
    this.inPlace.forget();
    const paths = Object.keys(source.files);
    const folder = source.name.split('/').at(-1)!;
    const file = paths.find((path) => path === source.name || path.endsWith(`/${folder}.loot`)) ?? paths[0]!;
    const link = more.link ?? '';
    // Else the next reload would bring back the text of the link.
    if (link === '' && isLink(location.hash)) { history.replaceState(null, '', location.pathname + location.search); }
    this.#store.set({
      origin, source, file, shipped: null, link, findings: [], places: null, good: null, rule: '', inputs: {}, first: 0, filter: '', index: 0, edits: [], past: [], undone: [], choosing: null, looking: null,
      asked: { ...this.#store.get().asked, by: '', where: '', count: '', sweep: '', rolls: 1 }, isRollsDrawn: false, ...more,
      opened: more.opened === undefined || isSameSource(more.opened, source) ? source : more.opened,
    });
    this.#asker.textChanged(0);
  }

  openExample(): void {
    this.open('example', exampleSource);
  }

  async openShipped(name: string, more: Partial<State> = {}): Promise<void> {
    try {
      const { source } = await call('shipped', { pack: name });
      if (source === null) { throw new Error(`there is no shipped pack ${name}`); }
      this.open(`shipped pack ${name}`, source, { shipped: name, ...more });
    } catch (error) {
      if (!isReplaced(error)) { this.say(sayError(error), true); }
    }
  }

  /** Opens the files that a person chose: one, several that are a folder, or a folder. */
  async openFiles(chosen: readonly File[]): Promise<void> {
    try {
      const { origin, source } = await chosenSource(ofInput(chosen));
      this.open(origin, source);
    } catch (error) {
      this.say((error as Error).message, true);
    }
  }

  /** `fragment`: the one of the address that has it. */
  async openShared(shared: Shared, fragment: string): Promise<void> {
    const { rule, inputs, seed, index, asked, edits, tab, shipped, source } = shared;
    const more = { rule, inputs, seed, index, first: 0, asked, edits, tab, link: fragment };
    if (source !== null) { return this.open('a link', source, more); }
    await this.openShipped(shipped!, more);
  }

  /** The text of the visible file has changed. */
  edit(text: string): void {
    const { source, opened, file } = this.#store.get();
    if (source.files[file] === text) { return; }
    const edited = { ...source, files: { ...source.files, [file]: text } };
    this.#store.set({ source: isSameSource(edited, opened) ? opened : edited, lit: null });
    this.#asker.textChanged();
  }

  /** Another program has changed the text. */
  replace(source: Source, file: string): void {
    this.#store.set({ source, file, lit: null });
    this.#asker.textChanged(0);
  }

  showFile(file: string): void {
    this.#store.set({ file, lit: null });
  }

  fix({ edit }: Finding): void {
    const { source, file, isCompiling } = this.#store.get();
    if (isCompiling) { return this.say('The text has changed and is being checked. Then there are new fixes.'); }
    const text = edit === null ? undefined : source.files[edit.file];
    if (edit === null || text === undefined) { return; }
    if (file !== edit.file) { this.showFile(edit.file); }
    this.edit(withEdit(text, edit));
  }

  fixLine(line: number): void {
    const { findings, file } = this.#store.get();
    const found = findings.find((one) => one.file === file && one.line <= line && line <= one.endLine && one.edit !== null);
    if (found === undefined) { this.say('There is no quick fix in this line.'); } else { this.fix(found); }
  }

  async format(): Promise<void> {
    const { source, file } = this.#store.get();
    try {
      const { text } = await call('format', { text: source.files[file]!, name: file });
      if (this.#store.get().source === source) { this.edit(text); }
    } catch (error) {
      if (!isReplaced(error)) { this.say(`The text cannot be laid out: ${sayError(error)}`, true); }
    }
  }

  /** Takes the changes back: the text as it was opened. */
  revert(): void {
    this.#store.set({ source: this.#store.get().opened });
    this.#asker.textChanged(0);
  }

  go(file: string, line: number, column: number): void {
    if (this.#store.get().source.files[file] === undefined) { return this.say(`${file} is a file of another pack.`); }
    const { file: before } = this.#store.get();
    this.#store.set({ file, isShowingText: true });
    // After the text is visible; another file is in the editor only after the next frame.
    const later = before === file ? queueMicrotask : requestAnimationFrame;
    later(() => this.goTo(line, column));
  }

  /** What the editor needs of the language service. */
  helper(): Helper {
    const { language } = this;
    return {
      ask: (method, params) => language.ask(method, params),
      list: (word, places) => language.list(word, places),
      say: (text) => this.say(text),
      goTo: ({ uri, range }) => {
        const path = pathOf(uri);
        const { line, column } = placeOf(this.#store.get().source.files[path] ?? '', range.start);
        this.go(path, line, column);
      },
      apply: (edit) => {
        const source = language.edited(edit);
        if (source === null) { return this.say('The name is used in a file of another pack.', true); }
        this.replace(source, this.#store.get().file);
      },
    };
  }

  light(step: Step | null): void {
    if (this.#store.get().lit === step) { return; }
    const isHere = step !== null && this.#store.get().source.files[step.file] !== undefined;
    this.#store.set({ lit: step, ...(isHere ? { file: step.file } : {}) });
  }

  showTab(tab: Tab): void {
    this.#store.set({ tab, isShowingText: false, lit: null });
    this.#asker.refresh();
  }

  /** On narrow screens one of text and tab is visible. */
  showText(): void {
    this.#store.set({ isShowingText: true });
  }

  set(change: Partial<Pick<State, 'rule' | 'seed' | 'first' | 'index' | 'filter'>>): void {
    this.#store.set(change);
    this.#asker.refresh();
  }

  setInput(name: string, value: string): void {
    this.#store.set({ inputs: { ...this.#store.get().inputs, [name]: value } });
    this.#asker.refresh();
  }

  ask(change: Partial<Asked>): void {
    this.#store.set({ asked: { ...this.#store.get().asked, ...change } });
    this.#asker.refresh();
  }

  /** Draws a curve of the odds of at least one in several rolls, or none. */
  drawRolls(isDrawn: boolean): void {
    if (this.#store.get().isRollsDrawn === isDrawn) { return; }
    this.#store.set({ isRollsDrawn: isDrawn });
    this.#asker.refresh();
  }

  /** Adds a column to the question, or takes it out. */
  askBy(field: string): void {
    const by = splitBy(this.#store.get().asked.by);
    this.ask({ by: (by.includes(field) ? by.filter((one) => one !== field) : [...by, field]).join(', ') });
  }

  /** Writes the book of the last text that compiled. */
  async writeBook(depths: readonly number[]): Promise<void> {
    const { good, book } = this.#store.get();
    if (good === null) { return; }
    this.#store.set({ book: { ...book, isBusy: true } });
    try {
      const { html } = await call('book', { source: good.source, depths, maxPaths: kPathsOfBook });
      this.#store.set({ book: { value: html, error: null, isBusy: false } });
    } catch (error) {
      if (!isReplaced(error)) { this.#store.set({ book: { value: null, error: sayError(error), isBusy: false } }); }
    }
  }

  stopBook(): void {
    stop('book');
    this.#store.set({ book: { ...this.#store.get().book, isBusy: false } });
  }

  stopSearch(): void {
    this.#asker.search.stop();
  }

  rollAgain(): void {
    this.set({ seed: String(crypto.getRandomValues(new Uint32Array(1))[0]), first: 0 });
  }

  move(by: 1 | -1): void {
    const { first, things } = this.#store.get();
    // A search may have gone over many rolls.
    this.set({ first: Math.max(0, by > 0 ? first + (things.value?.searched ?? kRollsShown) : first - kRollsShown) });
  }

  /** Explains the roll that shows that an expectation is broken. */
  showWitness({ rule, inputs, seed, index }: Witness): void {
    this.#store.set({ rule, inputs: { ...this.#store.get().inputs, ...inputs }, seed });
    this.explain(index);
  }

  explain(index: number): void {
    this.#store.set({ index, explanation: { value: null, error: null, isBusy: true } });
    this.showTab('explain');
  }

  shared(): Shared {
    const { shipped, source, opened, tab, rule, inputs, seed, index, asked, edits } = this.#store.get();
    return { shipped, source: shipped !== null && source === opened ? null : source, tab, rule, inputs, seed, index, asked, edits };
  }

  /** Puts a link to all that is visible into the address and the clipboard. */
  async share(): Promise<void> {
    const fragment = await toFragment(this.shared());
    if (fragment === null) {
      return this.say(`This pack is larger than a link can hold (${kLongestLink / 1024} kB). Save it and send the file.`, true);
    }
    history.replaceState(null, '', `#${fragment}`);
    this.#store.set({ link: location.hash });
    await this.copy(location.href, 'The link is in the address line and in the clipboard.', 'The link is in the address line.');
  }

  async copy(text: string, said = 'Copied.', unsaid = 'The browser does not allow copying.'): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.say(said);
    } catch {
      this.say(unsaid);
    }
  }

  /** Saves to the disk if the text is from there, in place if the browser can; else as a download. */
  save(): void {
    if (this.disk?.isOpen() === true) { void this.disk.save(); } else if (this.inPlace.isOpen()) { void this.inPlace.save(); } else { this.download(); }
  }

  download(): void {
    const { source, file } = this.#store.get();
    download(file.split('/').at(-1)!, 'text/plain', source.files[file]!);
  }

  saveBook(html: string): void {
    download('book.html', 'text/html', html);
  }

  saveScript(text: string): void {
    download('tweak.json', 'application/json', text);
  }

  saveCsv(text: string): void {
    download('odds.csv', 'text/csv', text);
  }
}
