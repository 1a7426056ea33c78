const names = new Intl.Collator(undefined, { numeric: true })

/** Orders by name, and by the number where names end in one. */
export const compareNames = (one: { readonly name: string }, other: { readonly name: string }): number =>
  names.compare(one.name, other.name)
