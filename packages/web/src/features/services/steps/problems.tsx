/** The sentences about what is wrong with an entry of a step. */
export function Problems({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => (
    <p key={text} className="text-sm text-failure">
      <span aria-hidden="true">▲ </span>
      {text}
    </p>
  ))
}
