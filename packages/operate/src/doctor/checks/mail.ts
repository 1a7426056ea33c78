import { type HealthCheck, localized, ok, problem } from '../health-check.ts'
import { greetMailServer, mailPort } from '../mail-server.ts'

export const mailCheck: HealthCheck = {
  name: 'mail',
  title: localized('Mail server', 'Serwer poczty'),
  async run(context) {
    const url = URL.parse(context.variable('SMTP_URL'))
    if (url === null || !/^smtps?:$/.test(url.protocol))
      return problem(
        localized(
          'SMTP_URL is not a valid URL of a mail server.',
          'SMTP_URL nie jest poprawnym adresem URL serwera poczty.',
        ),
        localized('Example: smtp://user:password@host:587.', 'Przykład: smtp://użytkownik:hasło@host:587.'),
      )
    const address = `${url.hostname}:${mailPort(url)}`
    try {
      const name = await greetMailServer(url)
      return ok(`${address} answers as ${name}.`, `${address} odpowiada jako ${name}.`)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return problem(
        localized(
          `${address} does not answer as a mail server: ${reason}.`,
          `${address} nie odpowiada jak serwer poczty: ${reason}.`,
        ),
        localized(
          'Correct SMTP_URL, or start the server. Queued mail is sent afterwards.',
          'Popraw SMTP_URL albo uruchom serwer. Poczta z kolejki zostanie wysłana potem.',
        ),
      )
    }
  },
}
