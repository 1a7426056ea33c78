/** How a channel formats the parts of a message. */
export interface Layout {
  readonly strong: (text: string) => string
  readonly link: (label: string, variable: string) => string
  readonly lines: (lines: readonly string[]) => string
  readonly paragraphs: (paragraphs: readonly string[]) => string
}

export const plainLayout: Layout = {
  strong: (text) => text,
  link: (label, variable) => `${label}: {{${variable}}}`,
  lines: (lines) => lines.join('\n'),
  paragraphs: (paragraphs) => paragraphs.join('\n\n'),
}

export const htmlLayout: Layout = {
  strong: (text) => `<strong>${text}</strong>`,
  link: (label, variable) => `<a href="{{${variable}}}">${label}</a>`,
  lines: (lines) => lines.join('<br>\n'),
  paragraphs: (paragraphs) => paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n'),
}

export const markdownLayout: Layout = {
  ...plainLayout,
  strong: (text) => `**${text}**`,
  link: (label, variable) => `[${label}]({{${variable}}})`,
}

/** Teams joins lines unless there is an empty line between them. */
export const cardLayout: Layout = { ...markdownLayout, lines: (lines) => lines.join('\n\n') }

export const slackLayout: Layout = {
  ...plainLayout,
  strong: (text) => `*${text}*`,
  link: (label, variable) => `<{{${variable}}}|${label}>`,
}
