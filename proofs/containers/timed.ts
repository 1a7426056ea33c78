/** Does the work and prints how long it took. */
export async function runTimed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  console.log(`${Math.round((performance.now() - began) / 1000)} s  ${name}`)
  return result
}
