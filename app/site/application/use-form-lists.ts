import { useEffect, useState } from 'react'
import type { FormLists } from '../../page-context.ts'

type Lists = Pick<FormLists, 'institutions' | 'departments'>

/** The lists as the browser loads them where the page came without, or why it could not. */
export function useFormLists(wanted: boolean) {
  const [lists, setLists] = useState<Lists | null>(null)
  const [failure, setFailure] = useState('')

  useEffect(() => {
    if (!wanted) return undefined
    const request = new AbortController()
    load(request.signal).then(
      setLists,
      (error: Error) => request.signal.aborted || setFailure(error.message),
    )
    return () => request.abort()
  }, [wanted])

  return { lists, failure }
}

async function load(signal: AbortSignal) {
  const { fetchDepartments, fetchInstitutions } = await import('../../forms/form-lists.ts')
  const lists = Promise.all([fetchInstitutions(signal), fetchDepartments(signal)])
  const [institutions, departments] = await lists
  return { institutions, departments }
}
