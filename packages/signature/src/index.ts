export { hashContent } from './cades.ts'
export {
  describeSubject,
  getFingerprint,
  normalizeFingerprint,
  type ParsedCertificate,
  readCertificate,
  readCertificateBundle,
} from './certificate.ts'
export type { CheckName, Outcome, SignatureFinding } from './finding.ts'
export { type SignPdfOptions, signPdf } from './pdf.ts'
export { PdfError } from './pdf-syntax.ts'
export type { SignedBytes } from './primitives.ts'
export type { EllipticKey, PublicKey, RsaKey } from './public-key.ts'
export { makeSelfSigned, type SelfSigned, type SelfSignedOptions } from './self-signed.ts'
export { checkSigner, type TimeStamper } from './sign-cades.ts'
export { makeSigningRequest } from './signing-request.ts'
export { judgeAuthority, readTimeStampToken, type TimeStampToken, type TokenTrust } from './time-stamp-token.ts'
export {
  createHttpTimeStamper,
  makeTimeStampRequest,
  readTimeStampResponse,
  requestTimeStamp,
  type StampedDigest,
  TimeStampError,
  type TimeStampFetch,
  type TimeStampRequest,
} from './timestamp.ts'
export { type PdfVerification, type VerifyPdfOptions, verifyPdf } from './verify.ts'
