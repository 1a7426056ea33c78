import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../src/ui/base.css'
import { Gallery } from './gallery.tsx'

const asked = new URLSearchParams(location.search)
for (const name of ['theme', 'density'] as const) {
  const value = asked.get(name)
  if (value) document.documentElement.dataset[name] = value
}

const container = document.getElementById('gallery')
if (container)
  createRoot(container).render(
    <StrictMode>
      <Gallery theme={asked.get('theme') ?? 'system'} />
    </StrictMode>,
  )
