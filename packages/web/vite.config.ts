import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { buildVerifyPage } from '@wachta/verifier'
import { defineConfig, type Plugin } from 'vite'

/** Where `npm run dev` finds the API. */
const interfaceAddress = process.env['WACHTA_API'] ?? 'http://127.0.0.1:8080'

const pickers = /node_modules\/@base-ui\/react\/combobox\/|src\/ui\/(?:chip-combobox|choice-list|combobox)\.tsx$/
const tabs = /node_modules\/@base-ui\/react\/tabs\/|src\/ui\/tabs\.tsx$/
const tables = /src\/ui\/table(?:-header|-rows)?\.tsx?$/
const ownTexts = /src\/features\/.+\btexts\.ts$/
/** What is loaded only with the screens that use it, however many they are. */
const apart = [pickers, tabs, tables, ownTexts]
const isCommon = (file: string): boolean =>
  /packages\/(?:web|client)\/src\//.test(file) && !apart.some((each) => each.test(file))

// biome-ignore lint/style/noDefaultExport: Vite looks for it
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), typeface(), verifyPage()],
  build: {
    target: 'es2022',
    // Nothing is made part of another file as a data address: the policy of the page allows none for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Without these, what two screens share becomes a file of its own each time: forty requests for one screen.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 7 },
            { name: 'virtual', test: /node_modules\/@tanstack\/(?:react-virtual|virtual-core)\//, priority: 6 },
            { name: 'router', test: /node_modules\/(?:@tanstack|@formatjs|intl-messageformat)\//, priority: 5 },
            { name: 'components', test: /@base-ui\/react\/(?:csp-provider|dialog|switch|toast)\//, priority: 4 },
            // The command palette uses the queries of most features: a low number would make each of them common.
            { name: 'common', test: isCommon, minShareCount: 6, priority: 3 },
            // The dashboard does without these, and other screens without some of them.
            { name: 'tables', test: tables, priority: 2 },
            { name: 'tabs', test: tabs, priority: 2 },
            { name: 'pickers', test: pickers, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/v3': interfaceAddress } },
  preview: { proxy: { '/v3': interfaceAddress } },
})

/** Puts the page that verifies reports beside the app, so that every installation offers it. */
function verifyPage(): Plugin {
  return {
    name: 'verify-page',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'verify.html', source: await buildVerifyPage() })
    },
  }
}

/** Has the browser fetch the typeface together with the styles that name it, and puts its licence beside it. */
function typeface(): Plugin {
  return {
    name: 'typeface',
    apply: 'build',
    async generateBundle() {
      const licence = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE'))
      this.emitFile({ type: 'asset', fileName: 'inter-license.txt', source: await readFile(licence) })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /\binter-latin-wght-normal\b.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  }
}
