import { formPaths } from '../../content/paths.ts'
import { aPerson, fillIn, submitButton } from './application-form.ts'
import { prepare, screens, waitForData, states } from './back-office-screens.ts'
import { expectLayoutHolds, shownPaths } from './layout.ts'
import { expect, test } from './support.ts'

test.describe.configure({ timeout: 180_000 })

test('no public page scrolls sideways or cuts text @both-fonts', async ({ page }) => {
  for (const path of shownPaths) {
    await test.step(path, async () => {
      await page.goto(path)
      await expectLayoutHolds(page)
    })
  }
})

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

test('no screen of the back office scrolls sideways or cuts text @both-fonts', async ({
  page,
  request,
}) => {
  await prepare(page, request)
  for (const path of [...screens, '/set-password#token=none']) {
    await test.step(path, async () => {
      await page.goto(path)
      await waitForData(page)
      await expectLayoutHolds(page)
    })
  }
})

test('no dialog of the back office scrolls sideways or cuts text @both-fonts', async ({
  page,
  request,
}) => {
  await prepare(page, request)
  page.on('dialog', (dialog) => void dialog.accept())
  for (const { name, path, open } of states) {
    await test.step(name, async () => {
      await page.goto(path)
      await waitForData(page)
      await open(page)
      await expectLayoutHolds(page)
    })
  }
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
