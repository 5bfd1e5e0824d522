import { hydrateRoot } from 'react-dom/client'
import { flagNames } from '../contract/application/questions.ts'
import { controlsOf, setValue } from './forms/form-controls.ts'
import { type Payload, payloadOf } from './forms/payload.ts'
import { I18nContext, i18nOf } from './lib/language.tsx'
import type { FormLists } from './page-context.ts'
import { ApplicationFormLoader } from './site/application/application-form-loader.tsx'

// Script that hydrates the application form. Only the Kiswahili page loads the dictionary.

const formIsland = document.querySelector<HTMLElement>('[data-props]')
if (formIsland) void hydrate(formIsland)

async function hydrate(root: HTMLElement) {
  const { inKiswahili } =
    document.documentElement.lang === 'sw' ? await import('./lib/kiswahili.ts') : {}
  const props = JSON.parse(root.dataset['props'] ?? '')
  const form = root.querySelector('form')
  const typed: Payload = form ? payloadOf(new FormData(form), flagNames) : {}
  hydrateRoot(
    root,
    <I18nContext value={inKiswahili ?? i18nOf([])}>
      <ApplicationFormLoader {...props} lists={props.listed ? listsIn(root) : null} />
    </I18nContext>,
    { onRecoverableError: () => putBack(root.querySelector('form'), typed) },
  )
}

/** Restores answers. React renders anew beside an element that an extension has put into the form. */
function putBack(form: HTMLFormElement | null, typed: Payload) {
  for (const control of form ? controlsOf(form) : []) setValue(control, typed[control.name])
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
