/**
 * Leaves out the lines of a default template that have variables but no values, such as the link to the analysis in a
 * warning, which has none. Knows the layouts in `layout.ts`, where a line of HTML can open or close a paragraph.
 */
export function omitEmptyLines(template: string, values: Readonly<Record<string, string>>): string {
  return template
    .split('\n')
    .flatMap((line) => (isEmpty(line, values) ? keepParagraphTags(line) : [line]))
    .join('\n')
    .replaceAll('<p>\n', '<p>')
    .replaceAll(/(?:<br>)?\n<\/p>/g, '</p>')
    .replaceAll(/<p><\/p>\n?/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function isEmpty(line: string, values: Readonly<Record<string, string>>): boolean {
  const variables = Array.from(line.matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name)
  return variables.length > 0 && variables.every((name) => (values[name] ?? '') === '')
}

function keepParagraphTags(line: string): string[] {
  const tags = `${line.startsWith('<p>') ? '<p>' : ''}${line.endsWith('</p>') ? '</p>' : ''}`
  return tags === '' ? [] : [tags]
}
