import { Toaster as Sonner } from 'sonner'
import 'sonner/dist/styles.css'
import '../styles/toaster.css'

/**
 * Notifications at the bottom right: Alt+T focuses them, three at most (sonner's defaults), 5
 * seconds each. Show one with sonner's `toast.success(…)` or `toast.error(…)`.
 */
export function Toaster() {
  return <Sonner position="bottom-right" duration={5000} visibleToasts={3} closeButton />
}
