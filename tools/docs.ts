import { join } from 'node:path'
import { runCommand } from './command.ts'
import { runScript } from './main.ts'
import { checkLinks } from './site/links.ts'
import { writeSite } from './site/write-site.ts'
import { repositoryRoot } from './tree.ts'

const site = join(repositoryRoot, 'packages', 'site')

/** Builds the documentation from the pages of the repository and follows every link in it: npm run docs */
async function main(): Promise<boolean> {
  await writeSite(repositoryRoot, join(site, 'dist'))
  await buildGallery(join(site, 'dist', 'public'))
  const { code, output } = await runCommand(join(repositoryRoot, 'node_modules', '.bin', 'astro'), ['build'], {
    cwd: site,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (code !== 0) throw new Error(output)
  const { pages, links, broken } = await checkLinks(join(site, 'dist', 'site'))
  for (const line of broken) console.log(`broken link: ${line}`)
  console.log(`docs: ${pages} pages, ${links} links, ${broken.length} broken, in packages/site/dist/site`)
  return broken.length === 0 && pages > 0
}

/** Builds the page of all components from the code of the web app itself. */
async function buildGallery(folder: string): Promise<void> {
  const config = join(repositoryRoot, 'packages', 'web', 'gallery', 'vite.config.ts')
  const args = ['build', '--config', config, '--outDir', folder, '--emptyOutDir', 'false', '--logLevel', 'warn']
  const { code, output } = await runCommand(join(repositoryRoot, 'node_modules', '.bin', 'vite'), args, {
    cwd: repositoryRoot,
  })
  if (code !== 0) throw new Error(output)
}

if (import.meta.main) await runScript(async () => ((await main()) ? 0 : 1))
