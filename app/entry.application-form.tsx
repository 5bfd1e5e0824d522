import { hydrateRoot } from 'react-dom/client'
import { I18nContext, i18nOf } from './lib/language.tsx'
import { ApplicationFormLoader } from './site/application/application-form-loader.tsx'

// Script of the application form's island. Only the Kiswahili page loads the dictionary.

const island = document.querySelector<HTMLElement>('[data-props]')
if (island) void hydrate(island)

async function hydrate(island: HTMLElement) {
  const { inKiswahili } =
    document.documentElement.lang === 'sw' ? await import('./lib/kiswahili.ts') : {}
  hydrateRoot(
    island,
    <I18nContext value={inKiswahili ?? i18nOf([])}>
      <ApplicationFormLoader {...JSON.parse(island.dataset['props'] ?? '')} />
    </I18nContext>,
  )
}
