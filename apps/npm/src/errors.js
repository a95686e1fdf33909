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

/** Returns the members of an argument that is an object of options; null and the like have none to take. */
export function optionsOf(value, name = 'options') {
  if (typeof value !== 'object' || value === null) { throw misuse(`\`${name}\` is no object`); }
  return value;
}

/** Returns the JSON of an argument. A circle, or a bigint that `replacer` leaves, has none. */
export function jsonOf(value, name, replacer) {
  try {
    return JSON.stringify(value, replacer);
  } catch (error) {
    if (error instanceof SpoilsError) { throw error; }
    throw misuse(`\`${name}\` has no JSON: ${error?.message}`);
  }
}

/** The error of a mistake in the program that uses the package. */
export function misuse(message) {
  return new SpoilsError('misuse', message, { help: 'this is a mistake in the program that uses the package' });
}
