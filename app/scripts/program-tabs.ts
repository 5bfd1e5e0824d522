// Turns a list of links and their panels (`<div data-tabs>`) into WAI-ARIA tabs.

for (const group of document.querySelectorAll<HTMLElement>('[data-tabs]')) {
  const tabs = [...group.querySelectorAll<HTMLAnchorElement>('ul a[href^="#"]')]
  const panels = [...group.querySelectorAll<HTMLElement>('[data-panel]')]
  const list = group.querySelector('ul')
  list?.setAttribute('role', 'tablist')

  const open = (index: number) => {
    tabs.forEach((tab, i) => {
      tab.setAttribute('aria-selected', String(i === index))
      tab.tabIndex = i === index ? 0 : -1
    })
    panels.forEach((panel, i) => (panel.hidden = i !== index))
  }
  const openTarget = () => {
    const asked = panels.findIndex(({ id }) => `#${id}` === location.hash)
    if (asked >= 0) {
      open(asked)
      group.scrollIntoView()
    }
    return asked >= 0
  }

  tabs.forEach((tab, i) => {
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-controls', panels[i]?.id ?? '')
    tab.parentElement?.setAttribute('role', 'presentation')
    tab.addEventListener('click', (event) => {
      event.preventDefault()
      history.replaceState(null, '', tab.hash)
      open(i)
    })
    tab.addEventListener('keydown', (event) => {
      const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: -1 }[event.key]
      const next = to === undefined ? undefined : tabs.at(to % tabs.length)
      if (!next) return
      event.preventDefault()
      next.focus()
      next.click()
    })
  })
  for (const panel of panels) {
    panel.setAttribute('role', 'tabpanel')
    panel.tabIndex = 0
  }

  if (!openTarget()) open(0)
  addEventListener('hashchange', openTarget)
}
