import type { ComponentProps, ReactNode } from 'react'

import { type Language, languageNames, languages } from '../../contract/language/languages.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx'

/** Without a value, the tabs keep their own. */
interface LanguageTabsProps extends Pick<ComponentProps<typeof Tabs>, 'value' | 'onValueChange'> {
  label: string
  className: string
  children: (language: Language) => ReactNode
}

export function LanguageTabs({ label, children, ...tabs }: LanguageTabsProps) {
  return (
    <Tabs defaultValue="en" {...tabs}>
      <TabsList aria-label={label}>
        {languages.map((language) => (
          <TabsTrigger key={language} value={language}>
            {languageNames[language]}
          </TabsTrigger>
        ))}
      </TabsList>
      {languages.map((language) => (
        <TabsContent key={language} value={language} className="mt-3">
          {children(language)}
        </TabsContent>
      ))}
    </Tabs>
  )
}
