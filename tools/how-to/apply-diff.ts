interface Hunk {
  readonly before: string
  readonly after: string
}

/** Applies a diff by its context alone, because line numbers would be wrong after every change to the file. */
export function applyDiff(text: string, diff: string): string {
  return readHunks(diff).reduce((result, { before, after }) => {
    const places = `\n${result}`.split(`\n${before}`).length - 1
    if (places === 0) throw new Error(`the context no longer matches:\n${before}`)
    if (places > 1) throw new Error(`the context matches ${places} places:\n${before}`)
    return `\n${result}`.replace(`\n${before}`, () => `\n${after}`).slice(1)
  }, text)
}

/** Hunks are separated by lines that begin with `@@`. */
function readHunks(diff: string): Hunk[] {
  const hunks = diff.split(/^@@.*\n/m).filter((part) => part !== '')
  if (hunks.length === 0) throw new Error('the diff is empty')
  return hunks.map((hunk) => {
    const lines = hunk.replace(/\n$/, '').split('\n')
    const unknown = lines.find((line) => !/^(?:[ +-]|$)/.test(line))
    if (unknown !== undefined) throw new Error(`neither context nor a change: ${unknown}`)
    const joinLines = (mark: '+' | '-') =>
      lines
        .filter((line) => !line.startsWith(mark))
        .map((line) => `${line.slice(1)}\n`)
        .join('')
    return { before: joinLines('+'), after: joinLines('-') }
  })
}
