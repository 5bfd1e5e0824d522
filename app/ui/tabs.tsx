import { Tabs as Radix } from 'radix-ui'
import { styled } from './styled.ts'

export const Tabs = Radix.Root

export const TabsList = styled(Radix.List, 'flex gap-1 overflow-x-auto border-b-2 border-line')

export const TabsTrigger = styled(
  Radix.Trigger,
  '-mb-0.5 min-h-11 border-b-4 border-transparent px-3 text-sm font-semibold whitespace-nowrap text-muted hover:text-ink data-[state=active]:border-coral-500 forced-colors:data-[state=inactive]:border-[Canvas] data-[state=active]:text-ink',
)

/** `forceMount` keeps a panel's inputs in the form while another tab is open. */
export const TabsContent = styled(Radix.Content, 'data-[state=inactive]:hidden')
