import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the page of all components for the documentation site; `tools/docs.ts` says where to. */
// biome-ignore lint/style/noDefaultExport: Vite looks for it
export default defineConfig({
  // The whole package, so that Tailwind finds the classes of the components too.
  root: join(import.meta.dirname, '..'),
  publicDir: false,
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2022',
    assetsDir: 'gallery/assets',
    rolldownOptions: { input: join(import.meta.dirname, 'index.html') },
  },
})
