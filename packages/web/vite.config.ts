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
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 6 },
            { name: 'router', test: /node_modules\/(?:@tanstack|@formatjs|intl-messageformat)\//, priority: 5 },
            { name: 'components', test: /@base-ui\/react\/(?:csp-provider|dialog|switch|tabs|toast)\//, priority: 4 },
            // Large, and on no screen that is opened first.
            {
              name: 'choices',
              test: /@base-ui\/|packages\/web\/src\/ui\/(?:chip-combobox|choice-list|combobox)/,
              priority: 2,
            },
            {
              name: 'common',
              test: /packages\/(?:web|client)\/src\/(?!ui\/(?:chip-combobox|choice-list|combobox))/,
              minShareCount: 3,
              priority: 3,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/v3': interfaceAddress } },
  preview: { proxy: { '/v3': interfaceAddress } },
})
