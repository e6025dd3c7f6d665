package cloudsec.fake;

/** A call of the control plane that was rejected or not answered. */
@SuppressWarnings("serial")
public final class ControlException extends RuntimeException {
    /** The HTTP status; 0 without an answer. */
    public final int status;

    ControlException(String detail, int status) {
        super(detail);
        this.status = status;
    }
}
