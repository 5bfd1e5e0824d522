import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** Calls the function after Back or Forward: the list behind a dialog is then another one. */
export function useOnBack(onBack: () => void) {
  const { key } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const shown = useRef(key)
  useEffect(() => {
    if (isBack && shown.current !== key) onBack()
    shown.current = key
  })
}
