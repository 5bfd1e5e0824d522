import { formPaths, staticPaths } from '../../content/paths.ts'
import { aPerson, fillIn, submitButton } from './application-form.ts'
import { expectAccessible } from './axe.ts'
import { expectLayoutHolds, shownPaths } from './layout.ts'
import { expect, test } from './support.ts'
import { expectValidHtml } from './valid-html.ts'

for (const path of shownPaths) {
  test(`${path} is accessible valid HTML that fits each width @both-fonts`, async ({
    page,
    baseURL,
  }, { project }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const answer = await page.goto(path)
    if (project.name !== 'wide font') {
      await page.keyboard.press('End')
      await page.waitForLoadState('networkidle')
      expect(requests.filter((url) => !url.startsWith(baseURL ?? '?'))).toEqual([])
      await expectValidHtml(await answer!.text())
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await expectAccessible(page)
      }
    }
    await expectLayoutHolds(page)
    if (!staticPaths.some((one) => one === path)) return
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(requests.filter((url) => url.includes('/assets/react'))).toEqual([])
    expect(await answer?.text(), 'inline styles').not.toContain(' style="')
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the check of the answers does not scroll sideways or cut text @both-fonts', async ({
    page,
  }) => {
    await page.goto(formPaths.sw)
    await fillIn(page, aPerson('layout'))
    await submitButton(page).click()
    await expect(page.locator('#check')).toBeVisible()
    await expectLayoutHolds(page)
  })
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
