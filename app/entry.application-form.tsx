import { hydrateRoot } from 'react-dom/client'
import { I18nContext, i18nOf } from './lib/language.tsx'
import { ApplicationForm } from './site/application/application-form-loader.tsx'

// The script of the application form's island; only the Kiswahili page loads the dictionary.

const island = document.querySelector<HTMLElement>('[data-given]')
if (island) void takeOver(island)

async function takeOver(island: HTMLElement) {
  const { inKiswahili } =
    document.documentElement.lang === 'sw' ? await import('./lib/kiswahili.ts') : {}
  hydrateRoot(
    island,
    <I18nContext value={inKiswahili ?? i18nOf([])}>
      <ApplicationForm {...JSON.parse(island.dataset['given'] ?? '')} />
    </I18nContext>,
  )
}
