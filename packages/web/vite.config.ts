import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run dev` finds the API. */
const interfaceAddress = process.env['WACHTA_API'] ?? 'http://127.0.0.1:8080'

// biome-ignore lint/style/noDefaultExport: Vite looks for it
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
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
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 3 },
            { name: 'router', test: /node_modules\/(?:@tanstack|@formatjs|intl-messageformat)\//, priority: 2 },
            { name: 'components', test: /node_modules\/@base-ui\//, minShareCount: 3, priority: 2 },
            // The command palette uses the queries of most features: a low number would make each of them common.
            { name: 'common', test: /packages\/(?:web|client)\/src\//, minShareCount: 6, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/v3': interfaceAddress } },
  preview: { proxy: { '/v3': interfaceAddress } },
})
