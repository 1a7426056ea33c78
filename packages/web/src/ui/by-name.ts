const collator = new Intl.Collator(undefined, { numeric: true })

/** Orders by name; numbers in names are compared by value, so that "Sensor 2" precedes "Sensor 10". */
export const compareNames = (one: { readonly name: string }, other: { readonly name: string }): number =>
  collator.compare(one.name, other.name)
