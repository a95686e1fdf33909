// A stream tokenizer of the language (docs/language.md, sections 2 and 9) for colours. A text ends with its line, so no
// state goes from line to line. test/unit/tokens.test.ts.
import { StreamLanguage, type StringStream } from '@codemirror/language';
import { tags } from '@lezer/highlight';

const kWords = new Set(('and chance discard do drop else false for given hold if in let match mod none not or pick repeat ' +
  'retry shuffle stop then true where while with').split(' '));
const kAtoms = new Set(['false', 'true', 'none']);
const kDeclarations = new Set(('pack use override input state field scratch table grid collection rule def world constant ' +
  'abstract display measure names expect').split(' '));
const kStatements = new Set(['try', 'keep', 'give', 'apply', 'stream']);

interface Line {
  /** Whether the name of a declaration comes next. */
  isNamed: boolean;
}

export function token(stream: StringStream, line: Line): string | null {
  if (stream.sol()) { line.isNamed = false; }
  if (stream.eatSpace()) { return null; }
  const isFirst = stream.string.slice(0, stream.start).trim() === '';
  if (stream.match('##')) {
    stream.skipToEnd();
    return 'docComment';
  }
  if (stream.match('#')) {
    stream.skipToEnd();
    return 'comment';
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) { return 'string'; }
  if (stream.match(/^'[A-Za-z_]\w*'/)) { return 'atom'; }
  if (stream.match(/^\d*d\d+\b/)) { return 'dice'; }
  if (stream.match(/^\d+(?:\.\d+)?/)) { return 'number'; }
  const word = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
  if (word === null) {
    if (stream.match(/^(?:==|!=|<=|>=|\+=|-=|\/\/|\.\.|[-+*/%^=<>])/)) { return 'operator'; }
    const mark = stream.next() ?? '';
    return '{}()[]'.includes(mark) ? 'bracket' : null;
  }
  const [name] = word;
  if (line.isNamed && !kDeclarations.has(name)) {
    line.isNamed = false;
    return 'defined';
  }
  if (kAtoms.has(name)) { return 'atom'; }
  if (kWords.has(name)) { return 'keyword'; }
  if ((isFirst || line.isNamed) && kDeclarations.has(name) && stream.match(/^\s+[\w"{]/, false)) {
    line.isNamed = name !== 'expect' && name !== 'names';
    return 'keyword';
  }
  if (kStatements.has(name) && stream.match(/^\s*(?:\{|[\w(])/, false)) { return 'keyword'; }
  if (stream.match(/^\s*\(/, false)) { return 'called'; }
  return 'name';
}

export const language = StreamLanguage.define<Line>({
  name: 'loot',
  startState: () => ({ isNamed: false }),
  token,
  tokenTable: {
    docComment: tags.docComment, defined: tags.definition(tags.variableName), called: tags.function(tags.variableName),
    dice: tags.integer, bracket: tags.bracket, name: tags.variableName,
  },
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
});
