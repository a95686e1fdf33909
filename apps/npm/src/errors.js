// The errors of the package. Each failure of the engine is a SpoilsError.

/** Why a call failed: see index.d.ts. */
export class SpoilsError extends Error {
  constructor(code, message, { help = '', place = null, facts = {}, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SpoilsError';
    this.code = code;
    this.help = help;
    this.place = place;
    this.facts = facts;
  }

  /** Returns the error as a plain object, for a message to another thread. */
  toJSON() {
    const { code, message, help, place, facts } = this;
    const out = { code, message, help, place, facts };
    if (this instanceof InvalidPack) {
      out.findings = this.findings;
      out.report = this.report;
    }
    return out;
  }

  /** Makes the error of such an object. */
  static from(plain) {
    return 'findings' in plain
      ? new InvalidPack(plain.message, plain, plain.findings, plain.report)
      : new SpoilsError(plain.code, plain.message, plain);
  }
}

/** A pack has mistakes; `findings` has all of them. */
export class InvalidPack extends SpoilsError {
  constructor(message, details, findings, report) {
    super('invalid_pack', message, details);
    this.name = 'InvalidPack';
    this.findings = findings;
    this.report = report;
  }
}

/** The error of a mistake in the program that uses the package. */
export function misuse(message) {
  return new SpoilsError('misuse', message, { help: 'this is a mistake in the program that uses the package' });
}
