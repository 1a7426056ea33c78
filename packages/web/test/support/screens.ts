import { toAnalysisId } from '@wachta/domain'
import type { Page } from 'playwright-core'
import { accessRequest } from './applications.ts'
import { findNavigablePaths } from './navigable-paths.ts'
import { recordingPath } from './scenarios.ts'
import type { Shop } from './shop.ts'
import type { World } from './world.ts'

export interface Screen {
  readonly name: string
  readonly path: string
  /** Whether the screen requires a sign-in. */
  readonly isInside: boolean
  /** The screen is opened by an administrator; otherwise by Anna. */
  readonly isForAdministrators?: true
  /** The screen is opened by this account; otherwise by Anna. */
  readonly account?: number
  /** Actions on the screen before it is tested. */
  readonly prepare?: (page: Page) => Promise<void>
}

/** Links in messages redirect from the alert to its incident: the screen is loaded once it has a heading. */
const headed = (page: Page): Promise<void> => page.locator('main h1').waitFor()

/** The editor of steps is loaded after the form. */
const stepsShown = (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: /^(Add step|Dodaj krok)$/ })
    .first()
    .waitFor()

/** The renderer of previews is loaded after the form. */
const previewShown = (page: Page): Promise<void> => page.frameLocator('iframe').locator('footer').waitFor()

async function chooseVisibility(page: Page, visibility: string): Promise<void> {
  await previewShown(page)
  const select = page.getByLabel(/^(Who can open the page|Dostęp do strony)$/)
  await select.selectOption(visibility)
  await select.evaluate((element) => element.scrollIntoView({ block: 'center' }))
}

/** Every screen of the app, and its states that look different. */
export function screens({
  watching,
  incidents,
  people,
  neighbours,
  reports,
  statusPages,
  shop,
  scenarios,
  passkeyHolders,
}: World): readonly Screen[] {
  const [failing] = watching.services
  const service = `/services/${failing?.id}`
  const inside = (name: string, path: string, prepare?: Screen['prepare']): Screen => ({
    name,
    path,
    isInside: true,
    ...(prepare && { prepare }),
  })
  const administrators = (...screen: Parameters<typeof inside>): Screen => ({
    ...inside(...screen),
    isForAdministrators: true,
  })
  const ofTheatre = (...screen: Parameters<typeof inside>): Screen => ({
    ...inside(...screen),
    account: scenarios.account,
  })
  const outside = (name: string, path: string): Screen => ({ name, path, isInside: false })
  return [
    outside('sign-in', '/sign-in'),
    outside('single-sign-on', '/sso'),
    outside('single-sign-on-expired', '/sso/finish#error=sso_sign_in_expired'),
    outside('single-sign-on-unknown', '/sso/abcdefghijkmnpqrstuv'),
    {
      ...outside('sign-in-wrong', '/sign-in'),
      prepare: async (page) => {
        await page.locator('input[name=username]').fill('anna')
        await page.locator('input[type=password]').fill('nosuchpassword')
        await page.locator('button[type=submit]').click()
        await page.getByRole('alert').first().waitFor()
      },
    },
    outside('register', '/register'),
    outside('activate', '/activate?token=0&account_id=1'),
    outside('forgotten-password', '/forgotten-password'),
    outside('reset-password', '/reset_password?token=0&account_id=1'),
    inside('dashboard', '/'),
    inside('dashboard-nothing', '/?query=nosuchthing'),
    inside('dashboard-palette', '/', (page) => page.keyboard.press('Control+k')),
    inside('dashboard-palette-found', '/', async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('a')
      await page.waitForLoadState('networkidle')
    }),
    inside('dashboard-menu', '/', async (page) => {
      const menu = page.getByRole('button', { name: 'Menu', exact: true })
      if (await menu.isVisible()) await menu.click()
      await page.locator('summary:visible').click()
    }),
    inside('dashboard-offline', '/', async (page) => {
      await page.context().setOffline(true)
      await page
        .getByRole('status')
        .filter({ hasText: /Offline since|Brak połączenia od/ })
        .waitFor()
    }),
    inside('dashboard-shortcuts', '/', (page) => page.keyboard.press('?')),
    inside('wall', '/wall'),
    inside('wall-light', '/wall', (page) => page.getByRole('button', { name: /^(Light theme|Jasny motyw)$/ }).click()),
    inside('services', '/services'),
    inside('services-bulk', '/services', async (page) => {
      await page.locator('tbody input[type=checkbox]').first().check()
      await page.getByRole('button', { name: /^(Tags…|Tagi…)$/ }).click()
      await page.getByRole('dialog').waitFor()
    }),
    inside('services-share', `/services?group=${watching.groups.get('Sklep')}`, async (page) => {
      await page.getByRole('button', { name: /^(Share group…|Udostępnij grupę…)$/ }).click()
      await page.getByRole('dialog').waitFor()
      await page.waitForLoadState('networkidle')
    }),
    inside('onboarding', '/services/new'),
    inside('onboarding-proposal', '/services/new', async (page) => {
      await page.getByRole('textbox').first().fill('vpn.example.com:1194')
      await page.waitForTimeout(600)
    }),
    inside('services-sensors', '/services?state=ok', async (page) => {
      await page.locator('tbody input[type=checkbox]').first().check()
      await page.getByRole('button', { name: /^(Sensors…|Sensory…)$/ }).click()
      await page.locator('[role=dialog] input[type=checkbox]').first().click()
      await page.waitForLoadState('networkidle')
    }),
    inside('service', service),
    inside('service-archived', `/services/${watching.archived}`),
    inside('service-phases', service, async (page) => {
      await page.locator('section select').first().selectOption({ index: 1 })
      await page.waitForLoadState('networkidle')
    }),
    inside('service-analyses', `${service}?tab=analyses`, async (page) => {
      await page.locator('tbody button').first().click()
      await page.waitForLoadState('networkidle')
    }),
    inside('service-evidence', `${service}?tab=analyses`, async (page) => {
      await page.locator('tbody button').first().click()
      await page.locator('tbody li a[href*=evidence]').first().click()
      await page.locator('[role=dialog] li button').nth(1).click()
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(300)
    }),
    inside('service-evidence-compared', `${service}?tab=analyses`, async (page) => {
      await page.locator('tbody button').first().click()
      await page.locator('tbody li a[href*=evidence]').first().click()
      await page.locator('[role=dialog] del').first().waitFor()
    }),
    ...shopScreens(shop, administrators),
    inside('service-analysis-gone', `${service}/analyses/200101000000000`),
    inside('service-what-if', `${service}?tab=what-if`, async (page) => {
      await page.locator('input[type=range]').fill('20')
      await page.locator('select').last().selectOption('900')
      await page.waitForLoadState('networkidle')
    }),
    inside('service-notifications', `${service}?tab=notifications`),
    inside('service-notifications-add', `${service}?tab=notifications`, async (page) => {
      await page
        .getByRole('button', { name: /^(Add step|Dodaj krok)/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    }),
    inside('service-settings', `${service}?tab=settings`),
    inside('service-settings-toast', `${service}?tab=settings`, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.locator('form button[aria-haspopup=menu]').click()
      await page.getByRole('menuitem').click()
      // A toast stays as long as the pointer is on it.
      await page.getByRole('dialog').hover()
    }),
    inside('service-settings-sensors', `${service}?tab=settings`, async (page) => {
      await page.locator('fieldset input[type=checkbox].accent-accent').first().click()
      await page.waitForTimeout(200)
    }),
    inside('service-try-now', `${service}?tab=settings`, async (page) => {
      await page.locator('form button[type=submit] + button').click()
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(200)
    }),
    ofTheatre('scenario', `/services/${scenarios.browser}?tab=settings`, stepsShown),
    ofTheatre('scenario-steps', `/services/${scenarios.browser}?tab=settings`, async (page) => {
      await stepsShown(page)
      await page.getByRole('button', { name: /^(Expand all|Rozwiń wszystkie)$/ }).click()
    }),
    ofTheatre('scenario-http', `/services/${scenarios.http}?tab=settings`, stepsShown),
    ofTheatre('scenario-import', `/services/${scenarios.browser}?tab=settings`, async (page) => {
      await stepsShown(page)
      await page.locator('input[type=file]').setInputFiles(recordingPath('shop-with-cart'))
      await page.getByRole('dialog').waitFor()
    }),
    ofTheatre('scenario-run', `/services/${scenarios.browser}?tab=settings`, async (page) => {
      await page.locator('form button[type=submit] + button').click()
      await page.getByRole('dialog').getByRole('combobox').waitFor()
    }),
    ofTheatre('page-settings', `/services/${scenarios.page}?tab=settings`),
    inside('account', '/account'),
    inside('account-security', '/account?tab=security'),
    inside('account-two-factor', '/account?tab=security', async (page) => {
      await page.getByRole('button', { name: /^(Set up|Skonfiguruj)$/ }).click()
      await page.locator('svg[role=img]').waitFor()
    }),
    { ...inside('account-passkeys', '/account?tab=security'), account: passkeyHolders.holder },
    inside('account-passkey-new', '/account?tab=security', async (page) => {
      await page.getByRole('button', { name: /^(Add passkey|Dodaj klucz dostępu)$/ }).click()
      await page.getByRole('dialog').waitFor()
    }),
    { ...inside('account-passkey-required', '/'), account: passkeyHolders.withoutRequired },
    { ...inside('account-factor-required', '/'), account: passkeyHolders.withoutFactor },
    inside('account-api-keys', '/account?tab=api-keys'),
    inside('account-api-key-new', '/account?tab=api-keys', async (page) => {
      await page.locator('main section button').first().click()
      await page.getByRole('dialog').waitFor()
    }),
    inside('account-api-key-shown', '/account?tab=api-keys', async (page) => {
      await page.locator('main section button').first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').first().fill('Raport nocny')
      await dialog.locator('button[type=submit]').click()
      await dialog.locator('pre').first().waitFor()
    }),
    inside('account-applications', '/account?tab=applications'),
    inside('account-application-new', '/account?tab=applications', async (page) => {
      await page.getByRole('button', { name: /^(Register application|Zarejestruj aplikację)$/ }).click()
      await page.getByRole('dialog').waitFor()
    }),
    inside('authorize', `/authorize/${accessRequest.uid}`, headed),
    inside('authorize-gone', '/authorize/nosuchrequest'),
    inside('device', '/device'),
    inside('device-found', `/device?user_code=${accessRequest.userCode}`, async (page) => {
      await page.getByRole('button', { name: /^(Continue|Dalej)$/ }).click()
      await page.getByRole('button', { name: /^(Allow|Zezwól)$/ }).waitFor()
    }),
    inside('account-users', '/account?tab=users'),
    inside('account-user-new', '/account?tab=users', async (page) => {
      await page.locator('main section button').first().click()
      await page.getByRole('dialog').waitFor()
    }),
    inside('account-usage', '/account?tab=usage'),
    inside('account-keys', '/account?tab=keys'),
    inside('account-single-sign-on', '/account?tab=single-sign-on'),
    inside('account-single-sign-on-new', '/account?tab=single-sign-on', async (page) => {
      await page
        .getByRole('button', { name: /^(Add connection|Dodaj połączenie)$/ })
        .first()
        .click()
    }),
    inside('audit', '/audit', async (page) => {
      await page.locator('ol button').first().click()
    }),
    inside('audit-nothing', '/audit?query=nosuchthing'),
    inside('errors', '/errors'),
    inside('error', '/errors/401'),
    inside('reseller', '/administration'),
    inside('reseller-new', '/administration', async (page) => {
      await page.locator('search button').click()
      await page.getByRole('dialog').waitFor()
    }),
    inside('reseller-account', `/administration/accounts/${neighbours.shop}`),
    inside('reseller-account-closed', `/administration/accounts/${neighbours.distant}`),
    administrators('dashboard-customers', '/'),
    administrators('dashboard-by-customer', '/?by=customer'),
    administrators('wall-customers', '/wall'),
    administrators('services-customers', '/services?by=customer'),
    administrators('administration', '/administration'),
    administrators('administration-account', `/administration/accounts/${neighbours.shop}`),
    administrators('administration-packages', '/administration?tab=packages'),
    administrators('administration-package', `/administration/packages/${neighbours.package}`),
    administrators('administration-usage', '/administration?tab=usage'),
    inside('sensors', '/sensors'),
    inside('sensors-details', '/sensors', async (page) => {
      await page.getByRole('button', { name: 'Biuro' }).click()
      await page.getByRole('dialog').waitFor()
    }),
    inside('sensors-new', '/sensors', async (page) => {
      await page.locator('main header button').click()
      await page.getByRole('dialog').waitFor()
    }),
    inside('diagnostics', '/diagnostics'),
    inside('maintenance', '/maintenance'),
    inside('maintenance-list', '/maintenance?view=list'),
    inside('maintenance-spring', '/maintenance?week=2026-03-29'),
    inside('maintenance-autumn', '/maintenance?week=2026-10-25'),
    inside('maintenance-form', '/maintenance', async (page) => {
      await page.locator('header button').last().click()
      await page.getByRole('dialog').waitFor()
    }),
    inside('corrections', '/corrections'),
    inside('corrections-service', `/corrections?service=${failing?.id}`, async (page) => {
      await page.locator('#states ~ ul button').last().click()
      await page.waitForLoadState('networkidle')
    }),
    inside('corrections-change', `/corrections?service=${failing?.id}`, async (page) => {
      await page.locator('table').last().locator('tbody button').first().click()
      await page.getByRole('dialog').waitFor()
      await page.locator('[role=dialog] select').selectOption('ok')
      await page.waitForLoadState('networkidle')
    }),
    inside('incidents', '/incidents'),
    inside('incidents-nothing', '/incidents?kind=domain_expiry'),
    inside('incident-open', `/events/${incidents.failing}`, async (page) => {
      const closed = page.locator('ol button[aria-expanded=false]')
      await closed.first().click()
      await closed.nth(3).click()
      await closed.nth(3).click()
      await page.waitForLoadState('networkidle')
    }),
    inside('incident-acknowledged', `/events/${incidents.taken}`, headed),
    inside('incident-resolved', `/events/${incidents.recovered}`, headed),
    inside('incident-lost-sensor', `/events/${incidents.lostSensor}`, headed),
    inside('incident-note', `/events/${incidents.failing}`, async (page) => {
      await page.getByRole('button', { name: /^(Add note|Dodaj notatkę):/ }).click()
      await page.getByRole('dialog').waitFor()
    }),
    inside('rules', '/events/rules'),
    inside('rule', `/events/rules/${incidents.slow}`),
    inside('rule-new', '/events/rules/new', async (page) => {
      await page.getByRole('switch').last().click()
    }),
    inside('rule-policy', `/events/rules/${incidents.failure}`),
    inside('notifications', '/messages'),
    inside('notifications-legacy', '/messages?style=legacy'),
    inside('notifications-nothing', '/messages?channel=telephone'),
    inside('notification', '/messages', async (page) => {
      await page.locator('tbody button').nth(1).click()
      await page.waitForLoadState('networkidle')
    }),
    inside('people', '/contacts'),
    inside('people-new', '/contacts', async (page) => {
      await page.locator('main search button').click()
      await page.waitForTimeout(200)
    }),
    inside('people-groups', '/contacts?tab=groups'),
    inside('people-group', '/contacts?tab=groups', async (page) => {
      await page.locator('tbody button').first().click()
      await page.waitForTimeout(200)
    }),
    inside('people-matrix', '/contacts?tab=told'),
    inside('people-templates', '/contacts?tab=templates'),
    inside('people-legacy', '/contacts?tab=addresses'),
    inside('contact', `/contacts/${people.contacts.anna}`),
    inside('contact-verify', `/contacts/${people.contacts.duty}`, async (page) => {
      await page.locator('section li button').first().click()
      await page.waitForTimeout(200)
    }),
    inside('contact-bare', `/contacts/${people.contacts.manager}`),
    inside('policies', '/escalations'),
    inside('policy', `/escalations/${people.events.failure}`),
    inside('policy-step', `/escalations/${people.events.failure}`, async (page) => {
      await page.locator('ol li button[aria-expanded]').nth(1).click()
    }),
    inside('policy-empty', `/escalations/${people.events.certificate}`),
    inside('template', `/templates/${people.template}`),
    inside('template-new', '/templates/new?channel=email&language=pl'),
    inside('template-sms', '/templates/new?channel=sms&language=pl', async (page) => {
      await page.locator('textarea').first().fill('Awaria ż')
      await page.waitForTimeout(600)
      await page.waitForLoadState('networkidle')
    }),
    inside('reports-templates', '/reports?tab=templates'),
    inside('reports-nothing', '/reports?query=nosuchthing'),
    inside('reports-order', '/reports?tab=templates', async (page) => {
      await page.locator('tbody button').first().click()
      await page.getByRole('dialog').waitFor()
    }),
    inside('report', `/reports?report=${reports.completed}`),
    inside('report-template', `/reports/templates/${reports.template}`),
    inside('report-template-new', '/reports/templates/new', async (page) => {
      await page.getByLabel(/^(Groups, services and tags|Grupy, usługi i tagi)$/).check({ force: true })
      await page.getByLabel(/^(Business hours|Godziny pracy)$/).check({ force: true })
    }),
    inside('service-report', `/services/${failing?.id}`, async (page) => {
      await page.getByRole('button', { name: /^(Create report…|Utwórz raport…)$/ }).click()
      await page.getByRole('dialog').waitFor()
    }),
    inside('status-page-posts', `/status-pages/${statusPages.page}`),
    inside('status-page-editor', `/status-pages/${statusPages.page}?tab=page`, previewShown),
    inside('status-page-component', `/status-pages/${statusPages.page}?tab=page`, async (page) => {
      await previewShown(page)
      await page.locator('ol button[aria-expanded]').nth(1).click()
    }),
    inside('status-page-subscribers', `/status-pages/${statusPages.page}?tab=subscribers`),
    inside('status-page-subscribers-nothing', `/status-pages/${statusPages.page}?tab=subscribers&query=nosuchthing`),
    inside('status-page-subscribers-empty', `/status-pages/${statusPages.announcing}?tab=subscribers`),
    inside('status-page-subscriber-new', `/status-pages/${statusPages.page}?tab=subscribers`, async (page) => {
      await page.getByRole('button', { name: /^(Add subscriber|Dodaj subskrybenta)$/ }).click()
      await page.getByRole('dialog').waitFor()
    }),
    inside('status-page-announcements', `/status-pages/${statusPages.announcing}?tab=page`, async (page) => {
      await previewShown(page)
      await page.getByLabel(/^(Title of an incident post|Tytuł wpisu o incydencie)$/).focus()
      await page.frameLocator('iframe').locator('.timeline').waitFor()
    }),
    inside('status-page-password', '/status-pages/new', (page) => chooseVisibility(page, 'password')),
    inside('status-page-password-rejected', '/status-pages/new', async (page) => {
      await chooseVisibility(page, 'password')
      await page.getByRole('button', { name: /^(Create page|Utwórz stronę)$/ }).click()
      await page.locator('[aria-invalid]').waitFor()
    }),
    inside('status-page-link', `/status-pages/${statusPages.linked}?tab=page`, async (page) => {
      await previewShown(page)
      const url = page.getByLabel('Link', { exact: true })
      const create = page.getByRole('button', { name: /^(Create link|Utwórz link)$/ })
      await url.or(create).waitFor()
      if (await create.isVisible()) await create.click()
      await url.scrollIntoViewIfNeeded()
    }),
    inside('status-page-link-none', '/status-pages/new', (page) => chooseVisibility(page, 'link')),
    inside('status-page-users', `/status-pages/${statusPages.announcing}?tab=page`, async (page) => {
      await chooseVisibility(page, 'users')
      await page.getByRole('combobox', { name: /^(Sub-accounts|Konta podrzędne)$/ }).click()
      await page.getByRole('option').first().click()
      await page.keyboard.press('Escape')
      await page.getByRole('option').first().waitFor({ state: 'hidden' })
    }),
    inside('status-page-entry-refused', '/status-page/nosuchpage', (page) => page.getByRole('alert').first().waitFor()),
    inside('status-page-new', '/status-pages/new', previewShown),
    inside('status-page-post', `/status-pages/${statusPages.page}/posts/${statusPages.incident}`, previewShown),
    inside(
      'status-page-post-draft',
      `/status-pages/${statusPages.page}/posts/${statusPages.maintenance}`,
      previewShown,
    ),
    inside(
      'status-page-post-automatic',
      `/status-pages/${statusPages.page}/posts/${statusPages.automatic}`,
      previewShown,
    ),
    inside('status-page-post-new', `/status-pages/${statusPages.page}/posts/new`, previewShown),
    { ...inside('status-pages-empty', '/status-pages'), account: scenarios.account },
    inside('status-page-gone', '/status-pages/999999999'),
    inside('account-branding', '/account?tab=branding'),
    inside('not-found', '/nowhere'),
    inside('service-gone', '/services/999999999'),
    inside('incident-gone', '/incidents/999999999'),
    inside('contact-gone', '/contacts/999999999'),
    inside('rule-gone', '/events/rules/999999999'),
    inside('policy-gone', '/escalations/999999999'),
    inside('template-gone', '/templates/999999999'),
    inside('error-gone', '/errors/999'),
    administrators('administration-account-gone', '/administration/accounts/999999999'),
    administrators('administration-package-gone', '/administration/packages/999999999'),
    // Screens in the navigation need no line here, except for states that look different.
    ...findNavigablePaths().map((path) => inside(path.slice(1), path)),
  ]
}

/** The results of browser checks. */
function shopScreens(
  { page: pageService, scenario, now, good, sensors }: Shop,
  toScreen: (name: string, path: string, prepare?: Screen['prepare']) => Screen,
): readonly Screen[] {
  const evidence = (service: number, artifact = '', time = now) =>
    `/services/${service}?tab=analyses&evidence=${service}.${toAnalysisId(time)}.${sensors[1]}${artifact}`
  const settled = async (page: Page) => {
    await page.locator('[role=dialog] img').first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  return [
    toScreen('browser-overview', `/services/${pageService}`),
    toScreen('browser-overview-shift', `/services/${pageService}?vital=shift`),
    toScreen('browser-overview-steps', `/services/${scenario}`),
    toScreen('browser-analysis', `/services/${pageService}?tab=analyses`, async (page) => {
      await page.locator('tbody button').first().click()
      await page.locator('tbody section').scrollIntoViewIfNeeded()
      await page.locator('tbody li img').first().waitFor()
    }),
    toScreen('browser-evidence', evidence(pageService), settled),
    toScreen('browser-evidence-sides', evidence(pageService), async (page) => {
      await settled(page)
      await page.locator('[role=dialog] fieldset label').nth(1).click()
    }),
    toScreen('browser-evidence-requests', evidence(pageService), async (page) => {
      await settled(page)
      await page.locator('[role=dialog] input[type=checkbox]').check()
      await page.locator('[role=dialog] table button').first().click()
      await page.locator('[role=dialog] table').first().scrollIntoViewIfNeeded()
    }),
    toScreen('browser-evidence-console', evidence(pageService, '&artifact=console_log'), async (page) => {
      await settled(page)
      await page.locator('[role=dialog] [aria-expanded=true]').last().scrollIntoViewIfNeeded()
    }),
    toScreen('browser-evidence-ok', evidence(pageService, '', good), settled),
    toScreen('browser-evidence-steps', evidence(scenario), settled),
  ]
}
