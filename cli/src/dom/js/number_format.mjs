// What linkedom needs of `Intl` if posttask has no data of languages: numbers in English without separators.

class NumberFormat {
  #digits;

  constructor(locale, { useGrouping, minimumFractionDigits = 0, maximumFractionDigits = 3, ...others } = {}) {
    if (locale !== 'en-US' || useGrouping !== false || minimumFractionDigits !== 0 || Object.keys(others).length > 0)
      throw new RangeError('posttask has no data of languages: only plain numbers in English can be formatted');
    this.#digits = maximumFractionDigits;
  }

  format(number) {
    const text = number.toFixed(this.#digits);
    return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  }
}

const isMissing = !('Intl' in globalThis);
if (isMissing) globalThis.Intl = { NumberFormat };

/** To be called when linkedom is loaded: programs ask for `Intl`, and would take this for all of it. */
export function removeNumberFormat() {
  if (isMissing) delete globalThis.Intl;
}
