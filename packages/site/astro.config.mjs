import { readFileSync } from 'node:fs'
import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'

// Everything is written by tools/docs.ts from the pages of the repository.
const sidebar = JSON.parse(readFileSync(new URL('dist/sidebar.json', import.meta.url), 'utf8'))

// biome-ignore lint/style/noDefaultExport: Astro looks for it
export default defineConfig({
  srcDir: './dist/src',
  publicDir: './dist/public',
  outDir: './dist/site',
  cacheDir: './dist/cache',
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: 'Wachta',
      description: 'Remote monitoring that can prove what it saw.',
      customCss: ['./site.css'],
      // Lines that close up, so that figures made of text hold together.
      expressiveCode: { styleOverrides: { codeFontSize: '0.75rem', codeLineHeight: '1.35' } },
      sidebar,
    }),
  ],
})
