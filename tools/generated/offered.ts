import { listOffered, readOffers } from '../../proofs/promises/promises.ts'

/** The reference page of everything that is offered: the number in each family, and what is rejected. */
export async function generateOfferedReference(): Promise<string> {
  const offered = listOffered(await readOffers())
  const families = [...Map.groupBy(offered, ({ family }) => family)]
  const refused = offered.filter(({ refusal }) => refusal !== undefined)
  const reasons = [...Map.groupBy(refused, ({ refusal = '' }) => refusal)]
  return `# Feature inventory

Everything that you can set, choose, ask for or wait for. \`npm run prove -- promises\` finds for each of them where the product reads
or produces it and which test shows it: [the decision](../adr/0046-nothing-offered-is-hollow.md).

| family | offered | of these [rejected](#rejected-with-a-reason) |
| --- | ---: | ---: |
${families.map(([family, all]) => `| ${family} | ${all.length} | ${countRefused(all)} |`).join('\n')}

## Rejected with a reason

${reasons.map(([reason, all]) => `- ${reason}\n  ${listNames(all).join(', ')}`).join('\n')}
`
}

const countRefused = (all: readonly { readonly refusal?: string | undefined }[]): number =>
  all.filter(({ refusal }) => refusal !== undefined).length

const listNames = (all: readonly { readonly owner: string; readonly name: string }[]): string[] => [
  ...new Set(all.map(({ owner, name }) => `\`${owner === '' ? name : `${owner} ${name}`}\``)),
]
