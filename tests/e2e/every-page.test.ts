import { budgets } from '../../bench/budgets.ts'
import { measureFirstVisit, type Weight } from '../../bench/page-weight.ts'
import { formPaths, staticPaths } from '../../content/paths.ts'
import { aPerson, fillIn, submitButton } from './application-form.ts'
import { expectAccessible } from './axe.ts'
import {
  expectLayoutHolds,
  expectOnFirstScreen,
  repeatedWidths,
  scrollThrough,
  shownPaths,
} from './layout.ts'
import { expect, onlyInAll, test } from './support.ts'
import { expectValidHtml } from './valid-html.ts'

// The lists of the form are those of a new installation: other tests add institutions and courses.
test.use({ ownServer: 'every page' })

/** Departments share a page, and the form stands for the pages in Kiswahili: its budget is the tightest. */
const isRepeated = (path: string) =>
  path.startsWith('/department/')
    ? path !== shownPaths.find((one) => one.startsWith('/department/'))
    : path.startsWith('/sw/') && path !== formPaths.sw

for (const path of shownPaths) {
  test(
    `${path} is accessible valid HTML within its budget that fits each width @both-fonts`,
    { tag: onlyInAll(isRepeated(path)) },
    async ({ page, baseURL }, { project }) => {
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      const { html, ...weight } = await measureFirstVisit(page, `${baseURL}${path}`)
      if (project.name !== 'wide font') {
        expectWithinBudget(path, weight)
        // It ends at the top: a control half below the bar there has no room for a finger.
        await scrollThrough(page)
        await page.waitForLoadState('networkidle')
        expect(requests.filter((url) => !url.startsWith(baseURL ?? '?'))).toEqual([])
        await expectValidHtml(html)
        // The home page shows at both widths the header and footer that pages share.
        for (const width of path === '/' ? [360, 1280] : repeatedWidths) {
          await page.setViewportSize({ width, height: 800 })
          await expectAccessible(page)
        }
      }
      const leadsToForm = path === '/' && project.name !== 'wide font'
      if (leadsToForm || path.endsWith('/industrial-attachment')) {
        await expectOnFirstScreen(page, page.locator('main a[href$="/apply"]').first())
      }
      await expectLayoutHolds(page)
      if (!staticPaths.some((one) => one === path)) return
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      expect(requests.filter((url) => url.includes('/assets/react'))).toEqual([])
      expect(html, 'inline styles').not.toContain(' style="')
    },
  )
}

function expectWithinBudget(path: string, { page, scripts, early, shifts }: Omit<Weight, 'html'>) {
  expect(shifts, 'a finger hits what it aims at').toEqual([])
  const budget = budgets.get(path)
  if (!budget) return
  expect(page, 'bytes of HTML and CSS').toBeLessThanOrEqual(budget.page)
  expect(scripts, 'bytes of scripts').toBeLessThanOrEqual(budget.scripts)
  const firstPaint = `scripts before the first paint: ${early.join(', ')}`
  expect(early.length, firstPaint).toBeLessThanOrEqual(budget.early)
}

test('a typeface that arrives late moves nothing', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 800, height: 740 })
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length)
    await route.continue()
  })
  const { shifts } = await measureFirstVisit(page, `${baseURL}/industrial-attachment`)
  expect(shifts).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'the check of the answers does not scroll sideways or cut text @both-fonts',
    { tag: onlyInAll() },
    async ({ page }) => {
      await page.goto(formPaths.sw)
      await fillIn(page, aPerson('layout'))
      await submitButton(page).click()
      await expect(page.locator('#check')).toBeVisible()
      await expectLayoutHolds(page)
    },
  )
})

test('the tests choose their fonts themselves @both-fonts', async ({ page }, { project }) => {
  await page.goto('/about')
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'main p',
  })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  const expected = project.name === 'wide font' ? 'DejaVu Sans' : 'Roboto'
  expect(fonts.map(({ familyName }) => familyName)).toEqual([expected])
})
