import { artifactTypes } from '@wachta/api/src/features/dictionaries/artifact-types.ts'
import { templateVariables } from '@wachta/api/src/features/dictionaries/template-variables.ts'
import { type Channel, findTemplateProblems, renderTemplate, sampleValues } from '@wachta/channels'
import { type Language, languages } from '@wachta/domain'
import { countSeptets } from '../src/gsm7.ts'

export const variables: ReadonlySet<string> = new Set(templateVariables.entries.map(({ id }) => id))
const artifacts: ReadonlySet<string> = new Set(artifactTypes.entries.map(({ id }) => id))
const oneSms = 160

/** Lists where a channel breaks the contract. */
export function contractFaults(channel: Channel): string[] {
  const faults = [
    ...identityFaults(channel),
    ...addressFaults(channel),
    ...discontinuedFaults(channel),
    ...languages.flatMap((language) => templateContractFaults(channel, language)),
  ]
  return faults.map((fault) => `${channel.id}: ${fault}`)
}

function identityFaults({ id, name, description, address, maxText }: Channel): string[] {
  const faults: string[] = []
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(id)) faults.push('malformed id')
  if (!Number.isInteger(maxText) || maxText < 1) faults.push('no maximum of text')
  for (const language of languages) {
    for (const [label, text] of Object.entries({ name, description, format: address.format })) {
      const written = text[language] ?? ''
      if (written === '' || written !== written.trim() || / {2}/.test(written)) faults.push(`${label} in ${language}`)
      if (label !== 'name' && !written.endsWith('.')) faults.push(`${label} in ${language} is no sentence`)
    }
  }
  if (description.pl === description.en || address.format.pl === address.format.en) faults.push('not translated')
  return faults
}

function addressFaults({ address: { maxLength, findProblem, examples } }: Channel): string[] {
  const faults: string[] = []
  if (maxLength < 1 || maxLength > 512) faults.push('maximum length of an address')
  if (examples.good.length === 0 || examples.bad.length < 3) faults.push('too few examples')
  for (const good of examples.good) if (findProblem(good) !== undefined) faults.push(`refuses ${good}`)
  const alwaysBad = ['', ' ', 'a\u0000b', 'a\nb', 'a\u202eb', '1'.repeat(513), `https://example.com/${'a'.repeat(600)}`]
  const dressed = examples.good.flatMap((good) => [
    ` ${good}`,
    `${good} `,
    `${good}\n`,
    `${good}\r\nX: y`,
    `${good}\u200b`,
  ])
  for (const bad of [...examples.bad, ...alwaysBad, ...dressed]) {
    if (findProblem(bad) !== 'wrong_format') faults.push(`accepts ${JSON.stringify(bad)}`)
  }
  return faults
}

function discontinuedFaults({ isDiscontinued, description }: Channel): string[] {
  const says = (pl: RegExp, en: RegExp) => pl.test(description.pl) && en.test(description.en)
  const saysSo = says(/wycofany/, /Discontinued/) && says(/nie przyjmuje nowych adresów/, /accepts no new addresses/)
  return isDiscontinued === saysSo ? [] : ['is discontinued and does not say so, or the other way round']
}

function templateContractFaults(channel: Channel, language: Language): string[] {
  const template = channel.templates[language]
  if (template === undefined) return [`no templates in ${language}`]
  const faults: string[] = []
  const { artifact_type_ids, ...texts } = template
  const values = sampleValues[language]

  for (const [field, text] of Object.entries(texts)) {
    const isSubject = field.endsWith('subject')
    for (const { symbol, variable } of findTemplateProblems(text, variables)) {
      faults.push(`${language} ${field}: ${symbol} ${variable ?? ''}`.trim())
    }
    if ((text === '') !== (isSubject && !channel.hasSubject)) faults.push(`${language} ${field}: there or not there`)
    if (text.length > (isSubject ? 1_000 : 10_000)) faults.push(`${language} ${field}: too long to be stored`)
    if (isSubject && text.includes('\n')) faults.push(`${language} ${field}: more than one line`)
    if (isSubject) continue

    const rendered = renderTemplate(text, values, { ...channel, maxText: Number.MAX_SAFE_INTEGER })
    if (rendered.length > channel.maxText) faults.push(`${language} ${field}: ${rendered.length} characters`)
    if (rendered.includes('{{')) faults.push(`${language} ${field}: a tag is left`)
    const subject = field === 'start_template' ? texts.start_subject : texts.end_subject
    if (!`${subject} ${text}`.includes('{{service_name}}'))
      faults.push(`${language} ${field}: does not name the service`)
    if (channel.id === 'sms') {
      const length = countSeptets(rendered)
      if (length === undefined) faults.push(`${language} ${field}: outside the alphabet of one SMS`)
      else if (length > oneSms) faults.push(`${language} ${field}: ${length} characters are more than one SMS`)
    }
    if (channel.escape === 'json' && !isJson(rendered)) faults.push(`${language} ${field}: no JSON`)
  }

  if (artifact_type_ids.length > 20) faults.push(`${language}: too many artifacts`)
  if (artifact_type_ids.length > 0 && !channel.hasAttachments) faults.push(`${language}: cannot attach`)
  if (new Set(artifact_type_ids).size < artifact_type_ids.length) faults.push(`${language}: an artifact twice`)
  for (const id of artifact_type_ids) if (!artifacts.has(id)) faults.push(`${language}: unknown artifact ${id}`)
  return faults
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
