import { hydrateRoot } from 'react-dom/client'
import { I18nContext, i18nOf } from './lib/language.tsx'
import type { FormLists } from './page-context.ts'
import { ApplicationFormLoader } from './site/application/application-form-loader.tsx'

// Script that hydrates the application form. Only the Kiswahili page loads the dictionary.

const formIsland = document.querySelector<HTMLElement>('[data-props]')
if (formIsland) void hydrate(formIsland)

async function hydrate(island: HTMLElement) {
  const { inKiswahili } =
    document.documentElement.lang === 'sw' ? await import('./lib/kiswahili.ts') : {}
  const props = JSON.parse(island.dataset['props'] ?? '')
  const typed = controlsIn(island).map(({ name, value, checked }) => ({ name, value, checked }))
  hydrateRoot(
    island,
    <I18nContext value={inKiswahili ?? i18nOf([])}>
      <ApplicationFormLoader {...props} lists={props.listed ? listsIn(island) : null} />
    </I18nContext>,
    { onRecoverableError: () => putBack(island, typed) },
  )
}

type Answer = Pick<HTMLInputElement, 'name' | 'value' | 'checked'>

/** Restores answers. React renders anew beside an element that an extension has put into the form. */
function putBack(island: HTMLElement, typed: Answer[]) {
  for (const control of controlsIn(island)) {
    const isTicked = ['checkbox', 'radio'].includes(control.type)
    const answer = typed.find(
      ({ name, value }) => name === control.name && (!isTicked || value === control.value),
    )
    if (!answer || control.type === 'hidden') continue
    if (isTicked) control.checked = answer.checked
    else control.value = answer.value
  }
}

/** The controls of the form. Only checkboxes and radio buttons have `checked`. */
function controlsIn(island: HTMLElement) {
  return [...island.querySelectorAll<HTMLInputElement>('[name]:not([type=file], button)')]
}

/** Reads the choices from the option elements. A copy as JSON would not fit the byte budget. */
function listsIn(form: HTMLElement): FormLists {
  const institutions = optionsOf(form.querySelector('[name=institution]'))
  const departments = optionsOf(form.querySelector('[name=department]'))
  const groups = [...form.querySelectorAll<HTMLOptGroupElement>('[name=course] optgroup')]
  return {
    institutions,
    departments,
    courses: groups.flatMap((group) => {
      const institution = institutions.find(({ name }) => name === group.label) ?? null
      return optionsOf(group).map((course) => ({ ...course, institution }))
    }),
  }
}

function optionsOf(element: Element | null) {
  const options = [...(element?.querySelectorAll('option') ?? [])]
  return options
    .filter(({ value }) => value !== '')
    .map(({ value, textContent }) => ({ _id: value, name: textContent }))
}
