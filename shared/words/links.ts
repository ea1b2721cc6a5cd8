/** Why a link was refused: nothing of the link itself is repeated, for it could be anything. */
export const LINK_PROBLEMS = {
  notText: 'it is no text',
  tooLong: 'it is too long to be one of ours',
  oddCharacters: 'there are characters in it that do not belong there',
  otherScheme: 'it does not begin with cuelight://',
  otherForm: 'it is not of the form cuelight://what?project=name',
  unknownVerb: 'there is nothing of that name: go-live, stop and show are what links are for',
  unknownParameter: 'there is a part in it that means nothing here',
  missingParameter: 'a part of it is missing, or says something else than it may',
  repeated: 'one part of it stands there twice',
} as const
