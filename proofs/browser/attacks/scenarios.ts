import { type Attack, createScriptAttacks } from './attack.ts'

const openPage = { open: '/' }
const createSteps = (...actions: readonly unknown[]) => [{ name: 'Try', actions }]
const [loop] = createScriptAttacks({ loop: `setTimeout(() => { for (;;); }, 300)` })

/** Pages that hold up the steps of a scenario. */
export const scenarioAttacks: Attack[] = [
  {
    name: 'scenario-loop',
    script: loop?.script ?? '',
    steps: createSteps(openPage, { click: '#a' }, { screenshot: true }),
  },
  {
    name: 'scenario-moving-button',
    html: '<button id="a" style="position:absolute">a</button>',
    script: `setInterval(() => { a.style.left = Math.random() * 900 + 'px'; a.style.top = Math.random() * 600 + 'px' }, 1)`,
    steps: createSteps(openPage, { click: '#a' }),
  },
  {
    name: 'scenario-hostile-field',
    html: '<input id="a"><p id="b">b</p>',
    script: `a.addEventListener('input', () => { a.value = ''; alert(1) }); Object.defineProperty(a, 'value', { get() { return 'x'.repeat(1e8) }, set() { for (;;); } })`,
    steps: createSteps(openPage, { fill: { selector: '#a', value: '{{username}}' } }, { press: 'Enter' }),
    settings: { username: 'anna' },
  },
  {
    name: 'scenario-huge-variable',
    html: '<p id="a"></p>',
    script: `a.textContent = 'x'.repeat(5e7)`,
    steps: createSteps(
      openPage,
      { read: { selector: '#a', variable: 'text' } },
      { expect_text: '{{text}}' },
      { open: '/empty?{{text}}{{text}}{{text}}{{text}}' },
    ),
  },
  {
    name: 'scenario-huge-attribute',
    html: '<p id="a">a</p>',
    script: `a.setAttribute('b', '{{b}}'.repeat(1e7))`,
    steps: createSteps(
      openPage,
      { read_attribute: { selector: '#a', attribute: 'b', variable: 'b' } },
      { fill: { selector: '#a', value: '{{b}}' } },
    ),
  },
  {
    name: 'scenario-regular-expression',
    html: 'page',
    script: `history.replaceState(0, '', '?' + 'a'.repeat(50000) + 'b')`,
    steps: createSteps(openPage, { expect_url: '(a+)+$' }),
  },
  {
    name: 'scenario-navigates-away',
    html: '<a id="a" href="/never">a</a>',
    script: `setInterval(() => { location = '?' + Math.random() }, 20)`,
    steps: createSteps(openPage, { click: '#a' }, { open: '/empty' }, { expect_text: 'nothing' }),
  },
  {
    name: 'scenario-many-steps',
    script: `for (;;) if (Math.random() < 1e-9) break`,
    steps: Array.from({ length: 20 }, (_, index) => ({
      name: `Step ${index}`,
      cleanup: index > 5,
      actions: [openPage, { screenshot: true }],
    })),
  },
  {
    name: 'scenario-many-elements',
    html: '<div id="all"></div>',
    script: `all.innerHTML = '<button>Log in</button>'.repeat(300000)`,
    steps: createSteps(
      openPage,
      { click: 'role=button[name="Log in"]' },
      { expect_no_text: 'Log out' },
      { wait_for_gone: 'text=Log in' },
    ),
  },
  {
    name: 'scenario-frames',
    html: '<iframe id="f" srcdoc="<iframe srcdoc=a></iframe>"></iframe>',
    script: `setInterval(() => { f.srcdoc = '<iframe srcdoc="' + Math.random() + '"></iframe>' }, 1)`,
    steps: createSteps(openPage, { click: 'frame=iframe#f >> frame=iframe >> #nothing' }),
  },
  {
    name: 'page-regular-expression',
    html: `<p>${'a'.repeat(50_000)}b</p>`,
    settings: { content_regex: '(a|a)*c$', negative_content_regex: '(x+x+)+y' },
  },
  {
    name: 'page-hides-what-is-waited-for',
    html: '<p id="a">a</p>',
    script: `setInterval(() => { a.hidden = !a.hidden; document.body.append(a.cloneNode()) }, 0)`,
    settings: { wait_for_selector: '#never', wait_for_text: 'never' },
  },
  {
    name: 'page-with-secrets-everywhere',
    script: `document.body.innerHTML = ('<iframe srcdoc="secret-word"></iframe><p>secret-word</p>').repeat(300)`,
    settings: { username: 'anna', password: 'secret-word', content_regex: 'nothing' },
  },
  {
    name: 'page-with-request-headers',
    // Delayed, because each request waits for the sensor, and the report of the start would wait as well.
    script: `setTimeout(() => repeat(5000, (index) => fetch('/empty?' + index).catch(() => 0)), 500)`,
    settings: { request_headers: ['X-Trace: 1'] },
  },
  {
    name: 'page-with-phone',
    script: `document.body.style.zoom = 50; document.body.innerHTML = '<video autoplay controls src="/flood?type=video/mp4"></video>'.repeat(50)`,
    settings: { device: 'phone' },
  },
]
