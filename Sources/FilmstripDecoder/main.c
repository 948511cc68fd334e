// The program that decodes pictures, and can do nothing else: it reads the descriptors that come through its socket, writes
// pixels into the memory that comes with them, and has neither files nor a network. It ends when its socket closes.
#include <CPictures.h>
#include <CWall.h>

static void answer(
    void *decoder, const struct fs_question *question, int file, uint8_t *room, struct fs_answer *answer) {
    fs_decode_file(decoder, question, file, room, answer);
}

int main(int count, char **arguments) {
    struct fs_decoder *decoder = fs_decoder_open();
    return decoder ? fs_worker_serve(FS_WORKER_PICTURES, count, arguments, answer, decoder) : 1;
}
