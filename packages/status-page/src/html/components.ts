import type { PageContext } from '../context.ts'
import { type Markup, markup, noMarkup } from '../markup.ts'
import { findWorstShownStatus, listShownSections } from '../shown.ts'
import type { ComponentView, SectionView } from '../view.ts'
import { renderDays, renderLegend } from './days.ts'
import { renderIcon, toStatusClass } from './icons.ts'
import { renderResponseTimes } from './sparkline.ts'

/** All sections of the page with their components. */
export function renderSections(context: PageContext): Markup {
  const sections = listShownSections(context.view)
  if (sections.length === 0) return noMarkup
  const areNamed = sections.some(({ name }) => name !== '')
  return markup`<section class="components" aria-labelledby="components"><div class="head"><h2 id="components">${context.texts.components}</h2>${renderLegend(context)}</div>
${sections.map((section) => renderSection(section, { context, areNamed }))}
</section>`
}

function renderSection(
  section: SectionView,
  { context, areNamed }: { readonly context: PageContext; readonly areNamed: boolean },
): Markup {
  const { texts } = context
  const status = findWorstShownStatus(section)
  const name = section.name === '' ? texts.otherComponents : section.name
  const heading = markup`<div class="section-head"><h3>${name}</h3><span class="word ${toStatusClass(status)}">${texts.componentStatus[status]}</span></div>`
  return markup`<div class="card">${areNamed ? heading : noMarkup}<ul class="rows">
${section.components.map((component) => renderComponent(component, context))}
</ul></div>`
}

function renderComponent(component: ComponentView, context: PageContext): Markup {
  const { name, description, status, publicId } = component
  return markup`<li id="component-${publicId}"><div class="row"><strong class="name">${name}</strong><span class="word ${toStatusClass(status)}">${renderIcon(status)}${context.texts.componentStatus[status]}</span></div>
${description === '' ? noMarkup : markup`<p class="about">${description}</p>`}
${renderDays(component, context)}
${renderResponseTimes(component, context)}</li>
`
}
