import { expect, type Locator, type Page } from '@playwright/test'

/** Checks that a toast is shown, and that none covers one of the buttons. */
export async function expectClear(page: Page, buttons: Locator) {
  const toasts = page.locator('[data-sonner-toast][data-removed=false]')
  await expect(toasts.first()).toBeVisible()
  await expect(buttons.first()).toBeVisible()
  // A toast goes by itself after 5 s.
  await expect.poll(() => covered(toasts, buttons), { timeout: 3000 }).toEqual([])
}

/** The names of the covered buttons. */
async function covered(toasts: Locator, buttons: Locator) {
  const boxes = await toasts.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().toJSON()),
  )
  return buttons.evaluateAll(
    (all, over: DOMRect[]) =>
      all
        .filter((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect()
          return over.some(
            (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
          )
        })
        .map(({ textContent }) => textContent),
    boxes,
  )
}
