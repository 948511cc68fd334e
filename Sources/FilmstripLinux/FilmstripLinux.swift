import CGStreamer
import CHEIF
import CSQLite
import CTurboJPEG
